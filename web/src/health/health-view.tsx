import { useQueryClient } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { useId, useState } from 'react';
import { FINDINGS, useFindings, useFixPreview } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Finding } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useSay, useText } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { useMay } from '../session/role.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { DiffView } from '../ui/diff-view.js';
import { Empty } from '../ui/empty.js';
import { groupBy } from '../ui/group-by.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';

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

interface FindingCardProps {
  finding: Finding;
  onDone(done: { what: 'fixed'; entry: string | null } | { what: 'dismissed' }): void;
}

/** What is wrong, the lines it is about, and what can be done. */
function FindingCard({ finding: { id, says, places, fixable, command }, onDone }: FindingCardProps) {
  const t = usePanels().health;
  const say = useSay();
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [text, preview] = [useId(), useId()];
  async function dismiss(): Promise<void> {
    queries.setQueryData(FINDINGS, await runOperation('findings/dismiss', { id }));
    onDone({ what: 'dismissed' });
  }
  return (
    <article aria-labelledby={text} className="rounded-xl border border-line bg-raised px-4 py-3">
      <p id={text}>{say(says)}</p>
      <ul className="mt-1.5 space-y-0.5 text-sm">
        {places.map((place) => (
          <PlaceLine key={`${place.path} ${place.line}`} place={place} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {fixable && may.write && (
          <Button look="outline" aria-expanded={open} aria-controls={preview} onClick={() => setOpen(!open)}>
            {t.preview}
          </Button>
        )}
        {!fixable && command !== null && <Command text={command} />}
        {may.write && (
          <Button disabled={busy} aria-describedby={text} onClick={() => void run(dismiss)}>
            {t.dismiss}
          </Button>
        )}
      </div>
      <div id={preview}>{open && <Fix id={id} onFixed={(entry) => onDone({ what: 'fixed', entry })} />}</div>
      {error !== null && <ErrorNotice error={error} />}
    </article>
  );
}

function PlaceLine({ place: { path, line, text, day } }: { place: Finding['places'][number] }) {
  const shown = path.replace(/^vault\//, '');
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Link
        href={fileHref(path, line === null ? null : String(line))}
        className="min-w-0 break-all text-soft underline-offset-2 hover:text-accent hover:underline"
      >
        <bdi>{line === null ? shown : `${shown}:${line}`}</bdi>
      </Link>
      {day !== null && (
        <time dateTime={day} className="text-faint tabular-nums">
          {day}
        </time>
      )}
      {text !== '' && <span className="line-clamp-2 w-full break-words text-faint">{text}</span>}
    </li>
  );
}

/** What the fix would change, looked up when it is opened; then the fix. */
function Fix({ id, onFixed }: { id: string; onFixed(entry: string | null): void }) {
  const t = usePanels().health;
  const queries = useQueryClient();
  const { data, error, isPending } = useFixPreview(id);
  const { busy, error: failed, run } = useAction();
  async function fix(): Promise<void> {
    onFixed((await runOperation('findings/fix', { id, source: 'page' })).entry);
    await queries.invalidateQueries();
  }
  if (isPending) return <Loading />;
  if (!data) return <ErrorNotice error={error} />;
  const diff = data.files
    .map((file) => file.diff)
    .filter(Boolean)
    .join('\n');
  return (
    <div className="mt-3 space-y-3">
      {data.files
        .filter(({ change }) => change === 'deleted')
        .map(({ path }) => (
          <p key={path} className="text-sm">
            {t.deletes(path.replace(/^vault\//, ''))}
          </p>
        ))}
      {diff !== '' && <DiffView diff={diff} />}
      <Button look="solid" disabled={busy} onClick={() => void run(fix)}>
        {t.fix}
      </Button>
      {failed !== null && <ErrorNotice error={failed} />}
    </div>
  );
}
