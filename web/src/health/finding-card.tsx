import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FINDINGS, useFixPreview } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Finding } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { useMay } from '../session/role.js';
import { useAction } from '../settings/use-action.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { DiffView } from '../ui/diff-view.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';

interface FindingCardProps {
  finding: Finding;
  onDone(done: { what: 'fixed'; entry: string | null } | { what: 'dismissed' }): void;
}

/** What is wrong, the lines it is about, and what can be done. */
export function FindingCard({ finding: { id, says, places, fixable, command }, onDone }: FindingCardProps) {
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
