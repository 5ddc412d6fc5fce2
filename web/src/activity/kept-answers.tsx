import { useMutation } from '@tanstack/react-query';
import { Star, X } from 'lucide-react';
import { api } from '../api/client.js';
import { useKept } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button, IconButton } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { useKeep } from './use-keep.js';

/** The answers kept as good; nothing while there are none. */
export function KeptAnswers() {
  const t = useText();
  const may = useMay();
  const { data: kept = [] } = useKept();
  const { keep, error } = useKeep();
  const check = useMutation({ mutationFn: async () => (await api.kept.check.$post()).json() });
  const statusOf = (id: string) => check.data?.questions.find((checked) => checked.id === id)?.status;
  if (kept.length === 0) return null;
  return (
    <section aria-label={t.activity.keptTitle} className="mb-6">
      <div className="mb-1 flex items-center gap-3">
        <h2 className="flex-1 font-medium text-faint text-sm">{t.activity.keptTitle}</h2>
        <Button title={t.activity.checkKeptHint} disabled={check.isPending} onClick={() => check.mutate()}>
          {t.activity.checkKept}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {check.error !== null && <ErrorNotice error={check.error} />}
      <ul className="-mx-3">
        {kept.map(({ id, question, kept: at }) => (
          <li key={id} className="flex items-center gap-3 rounded-lg px-3 py-1 hover:bg-panel">
            <Star aria-hidden size={15} fill="currentColor" className="shrink-0 text-doubt" />
            <Link
              href={`/activity/${encodeURIComponent(id)}`}
              className="min-w-0 flex-1 py-1 hover:text-accent"
            >
              {question}
              <KeptStatus status={statusOf(id)} />
            </Link>
            <span className="shrink-0 text-faint text-xs">
              {t.activity.keptOn} <Time at={at} />
            </span>
            {may.write && (
              <IconButton label={t.activity.unkeep(question)} onClick={() => void keep(id, false)}>
                <X aria-hidden size={15} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the last check said; nothing before it. */
function KeptStatus({ status }: { status: 'found' | 'moved' | 'changed' | 'lost' | undefined }) {
  const t = useText();
  if (status === undefined) return null;
  return (
    <span className={`block text-xs ${status === 'lost' ? 'text-doubt' : 'text-faint'}`}>
      {t.activity.keptStatus[status]}
    </span>
  );
}
