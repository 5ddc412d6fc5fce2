import { Star, X } from 'lucide-react';
import { useKept } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { IconButton } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { useKeep } from './use-keep.js';

/** The answers kept as good; nothing while there are none. */
export function KeptAnswers() {
  const t = useText();
  const { data: kept = [] } = useKept();
  const { keep, error } = useKeep();
  if (kept.length === 0) return null;
  return (
    <section aria-label={t.activity.keptTitle} className="mb-6">
      <h2 className="mb-1 font-medium text-faint text-sm">{t.activity.keptTitle}</h2>
      {error !== null && <ErrorNotice error={error} />}
      <ul className="-mx-3">
        {kept.map(({ id, question, kept: at }) => (
          <li key={id} className="flex items-center gap-3 rounded-lg px-3 py-1 hover:bg-panel">
            <Star aria-hidden size={15} fill="currentColor" className="shrink-0 text-doubt" />
            <Link
              href={`/activity/${encodeURIComponent(id)}`}
              className="min-w-0 flex-1 py-1 hover:text-accent"
            >
              {question}
            </Link>
            <span className="shrink-0 text-faint text-xs">
              {t.activity.keptOn} <Time at={at} />
            </span>
            <IconButton label={t.activity.unkeep(question)} onClick={() => void keep(id, false)}>
              <X aria-hidden size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
