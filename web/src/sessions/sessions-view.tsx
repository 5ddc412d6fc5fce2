import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useId, useState } from 'react';
import { CAPTURE, useCapture, useSession, useSettings } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { CapturedSession } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useLanguage } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { useMay } from '../session/role.js';
import { useAction } from '../settings/use-action.js';
import { Button, buttonClass } from '../ui/button.js';
import { dayOf, shortDay } from '../ui/day.js';
import { Empty } from '../ui/empty.js';
import { groupBy } from '../ui/group-by.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { Time } from '../ui/time.js';
import { formatTokens } from '../ui/tokens.js';
import { ModeSelect } from './mode-select.js';

/** What was kept of the sessions of assistants, by project, and what came of each. */
export function SessionsView() {
  const t = usePanels().sessions;
  useTitle(t.title);
  const { data, error, isPending } = useCapture();
  const may = useMay();
  const { data: settings } = useSettings(useSession().data?.role === 'owner');
  const [removed, setRemoved] = useState<string | null>(null);
  if (isPending) return <Loading />;
  if (data === undefined) return <ErrorNotice error={error} />;
  const canChange = settings?.can_change ?? false;
  // A project that was paused has none yet, perhaps.
  const silent = Object.keys(data.projects).filter((name) =>
    data.sessions.every(({ project }) => project !== name),
  );
  const groups = [
    ...groupBy(data.sessions, ({ project }) => project),
    ...silent.map((project): [string, never[]] => [project, []]),
  ];
  return (
    <div>
      <PageTitle intro={t.intro}>{t.title}</PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3 text-sm">
        <p className="min-w-48 flex-1">{t.says[data.mode]}</p>
        {canChange && <ModeSelect project={null} mode={data.mode} />}
      </div>
      <div role="status">
        {removed !== null && <p className="mb-4 rounded-xl bg-panel px-4 py-2 text-sm">{removed}</p>}
      </div>
      {groups.length === 0 && (
        <Empty icon={MessagesSquare} title={t.noneTitle}>
          <p>{t.none}</p>
          {may.administer && (
            <Link href="/settings#assistants" className={buttonClass('outline', 'mt-4')}>
              {t.connect}
            </Link>
          )}
        </Empty>
      )}
      {groups.map(([project, sessions]) => (
        <section key={project ?? ''} aria-label={project ?? t.noProject} className="mb-8">
          <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <h2 className="font-semibold">
              <bdi>{project ?? t.noProject}</bdi>{' '}
              <span className="font-normal text-faint tabular-nums">{sessions.length}</span>
            </h2>
            {canChange && project !== null && (
              <ModeSelect project={project} mode={data.projects[project] ?? data.mode} />
            )}
          </div>
          <ul className="space-y-2">
            {sessions.map((session) => (
              <li key={session.id}>
                <SessionCard session={session} canChange={canChange} onRemoved={setRemoved} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ShownTokens days={data.shown_tokens} />
    </div>
  );
}

const MOST_DAYS = 14;

/** How much assistants were shown of the memory, day by day, newest first. */
function ShownTokens({ days }: { days: Record<string, number> }) {
  const t = usePanels().sessions;
  const language = useLanguage();
  const latest = Object.entries(days).sort().slice(-MOST_DAYS).reverse();
  if (latest.length === 0) return null;
  const most = Math.max(...latest.map(([, tokens]) => tokens));
  const today = dayOf(new Date());
  return (
    <section>
      <table className="w-full max-w-xl text-sm">
        <caption className="mb-2 text-left font-semibold text-base">{t.shown}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t.day}</th>
            <th scope="col">{t.tokens}</th>
          </tr>
        </thead>
        <tbody>
          {latest.map(([day, tokens]) => (
            <tr key={day}>
              <th scope="row" className="w-28 py-0.5 pr-3 text-left font-normal text-soft">
                {shortDay(day, today, language)}
              </th>
              <td className="py-0.5">
                <span className="flex items-center gap-3">
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    className="h-2 flex-1"
                  >
                    <rect width={(tokens / most) * 100} height="8" rx="1" className="fill-accent" />
                  </svg>
                  <span className="w-16 text-right tabular-nums">{formatTokens(tokens)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const PRODUCTS: Record<CapturedSession['client'], string> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
};

interface SessionCardProps {
  session: CapturedSession;
  canChange: boolean;
  onRemoved(said: string): void;
}

/** One session: when, with which assistant, what was drawn from it, what still waits for an answer. */
function SessionCard({ session, canChange, onRemoved }: SessionCardProps) {
  const t = usePanels().sessions;
  const [name, removal] = [useId(), useId()];
  const [isRemoving, setRemoving] = useState(false);
  const { client, started, turns, title, file, filed, question } = session;
  const shown = title ?? PRODUCTS[client];
  return (
    <article aria-labelledby={name} className="rounded-xl border border-line bg-raised px-4 py-3 text-sm">
      <h3 id={name} className="break-words font-medium">
        {file === null ? (
          shown
        ) : (
          <Link href={fileHref(file)} className="hover:underline">
            {shown}
          </Link>
        )}
      </h3>
      <p className="text-faint">
        {PRODUCTS[client]} · <Time at={Date.parse(started)} style="moment" /> ·{' '}
        {file === null ? t.waiting : t.turns(turns)}
      </p>
      {filed.length > 0 && (
        <ul className="mt-2 space-y-1">
          {filed.map((one) => (
            <li key={`${one.path} ${one.line}`} className="break-words">
              <span className="text-faint">{t.kinds[one.kind]}</span>{' '}
              <Link href={fileHref(one.path, `${one.line}`)} className="text-accent hover:underline">
                {one.text}
              </Link>
              {file !== null && (
                <>
                  {' '}
                  <Link
                    href={fileHref(file, `${one.source}`)}
                    aria-label={t.lineOf(one.source, one.text)}
                    className="whitespace-nowrap text-soft underline"
                  >
                    {t.line(one.source)}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {filed.length === 0 && question === null && file !== null && (
        <p className="mt-2 text-soft">{t.nothingDrawn}</p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {question !== null && (
          <Link href={`/inbox/${encodeURIComponent(question.item)}`} className="text-accent hover:underline">
            {t.suggestions(question.suggestions.length)}
          </Link>
        )}
        {canChange && (
          <Button
            className="ml-auto"
            aria-expanded={isRemoving}
            aria-controls={removal}
            aria-label={t.removeNamed(shown)}
            onClick={() => setRemoving(!isRemoving)}
          >
            {t.removeShort}
          </Button>
        )}
      </div>
      <div id={removal}>
        {isRemoving && (
          <RemoveSession
            session={session.id}
            onClose={() => setRemoving(false)}
            onRemoved={() => onRemoved(t.removed(shown))}
          />
        )}
      </div>
    </article>
  );
}

interface RemoveSessionProps {
  session: string;
  onClose(): void;
  onRemoved(): void;
}

/** What would go, and the button that takes it out for good. */
function RemoveSession({ session, onClose, onRemoved }: RemoveSessionProps) {
  const t = usePanels();
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const {
    data,
    error: failed,
    isPending,
  } = useQuery({
    queryKey: [...CAPTURE, session],
    queryFn: () => runOperation('capture/preview', { session }),
    staleTime: 0,
  });
  const remove = () =>
    run(async () => {
      await runOperation('capture/remove', { session });
      onRemoved();
      await queries.invalidateQueries({ queryKey: CAPTURE, exact: true });
    });
  if (isPending) return <Loading />;
  if (data === undefined) return <ErrorNotice error={failed} />;
  return (
    <div className="mt-2 space-y-2 border-line border-t pt-3">
      <p>{t.sessions.removes}</p>
      <ul className="list-disc space-y-0.5 pl-5">
        <li>{data.file === null ? t.sessions.removesWaiting : t.sessions.removesNote}</li>
        {data.files.map((path) => (
          <li key={path} className="break-all">
            {t.sessions.removesFrom}{' '}
            <Link href={fileHref(path)} className="text-accent hover:underline">
              {path.replace(/^vault\//, '')}
            </Link>
          </li>
        ))}
        {data.questions > 0 && <li>{t.sessions.removesQuestion}</li>}
      </ul>
      <p className="text-soft">{t.sessions.removeSure}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" className="text-bad" disabled={busy} onClick={() => void remove()}>
          {busy ? t.settings.working : t.sessions.removeForGood}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          {t.settings.cancel}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
