import { useQueryClient } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { FINDINGS, useFindings } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Finding } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { groupBy } from '../ui/group-by.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { FindingCard } from './finding-card.js';

/** What a person should look at in the files, by kind. */
export function HealthView() {
  const t = usePanels().health;
  const { nav } = useText();
  useTitle(nav.health);
  const { data, error, isPending, isFetching, refetch } = useFindings();
  const [done, setDone] = useState<Done | null>(null);
  if (isPending) return <Loading />;
  return (
    <div>
      <PageTitle
        intro={t.intro}
        aside={
          <Button look="outline" disabled={isFetching} onClick={() => void refetch()}>
            {t.again}
          </Button>
        }
      >
        {nav.health}
      </PageTitle>
      {error && <ErrorNotice error={error} />}
      <div role="status">{done && <DoneNotice done={done} onRestored={() => setDone(null)} />}</div>
      {data?.findings.length === 0 && (
        <Empty icon={HeartPulse} title={t.none}>
          {t.noneHint}
        </Empty>
      )}
      {groupBy(data?.findings ?? [], ({ kind }) => kind).map(([kind, findings]) => (
        <section key={kind} aria-label={t.kinds[kind]} className="mb-7">
          <h2 className="mb-2 font-semibold">
            {t.kinds[kind]} <span className="font-normal text-faint tabular-nums">{data!.counts[kind]}</span>
          </h2>
          <ul className="space-y-2">
            {findings.map((finding) => (
              <li key={finding.id}>
                <FindingCard finding={finding} onDone={(what) => setDone({ ...what, id: finding.id })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data !== undefined && data.dismissed > 0 && (
        <p className="text-faint text-sm">{t.dismissedCount(data.dismissed)}</p>
      )}
    </div>
  );
}

type Done = { id: Finding['id'] } & ({ what: 'fixed'; entry: string | null } | { what: 'dismissed' });

/** What the last click did, and how to take it back. */
function DoneNotice({ done, onRestored }: { done: Done; onRestored(): void }) {
  const t = usePanels().health;
  const { undoing } = useApp();
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  async function restore(): Promise<void> {
    queries.setQueryData(FINDINGS, await runOperation('findings/restore', { id: done.id }));
    onRestored();
  }
  return (
    <>
      <p className="mb-4 flex items-center gap-3 rounded-xl bg-panel py-1.5 pr-2 pl-4 text-sm">
        <span className="min-w-0 flex-1">{t[done.what]}</span>
        <Button
          look="outline"
          disabled={busy}
          onClick={() => (done.what === 'fixed' ? undoing.set(done.entry ?? 'last') : void run(restore))}
        >
          {t.undo}
        </Button>
      </p>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
