import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import { ServeCommand } from '../ui/serve-command.js';
import { Time } from '../ui/time.js';
import { useApp } from './app-context.js';

/** Says when the service is gone, and since when; it goes away by itself when the service is back. */
export function ConnectionNotice() {
  const t = useText();
  const { live } = useApp();
  const connection = useStore(live.connection);
  const heard = useStore(live.heard);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (connection !== 'lost') return setLate(false);
    // A restart takes a moment and needs no alarm.
    const timer = setTimeout(() => setLate(true), 700);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status" className="sticky top-0 z-30 max-[820px]:top-12">
      {late && (
        <p className="flex animate-arrive flex-wrap items-center justify-center gap-x-2 bg-doubt-soft px-4 py-2 text-center text-doubt text-sm">
          <CloudOff aria-hidden size={16} />
          <strong className="font-medium">{t.offline.title}.</strong>
          {heard !== null && (
            <span>
              {t.offline.since} <Time at={heard} style="moment" />.
              {navigator.serviceWorker?.controller != null && ` ${t.offline.readable}`}
            </span>
          )}
          <span>{t.offline.hint}</span>
          <ServeCommand />
          <span>{t.offline.trying}</span>
        </p>
      )}
    </div>
  );
}
