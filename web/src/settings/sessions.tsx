import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { api } from '../api/client.js';
import type { Settings } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { usePanels } from '../i18n/panels.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { formatTokens } from '../ui/tokens.js';
import { Panel, PanelBody, PanelRow, Select } from './panel.js';
import { useAction } from './use-action.js';

type Capture = InferResponseType<typeof api.capture.$get>;
type Session = Capture['sessions'][number];
type Mode = Capture['mode'];

/** The most recent ones; the command lists the others. */
const MOST_SESSIONS = 10;
const MOST_DAYS = 7;

/** What is kept of the sessions of assistants, what was drawn from each, and what they were shown. */
export function Sessions({ settings: { can_change } }: { settings: Settings }) {
  const t = usePanels().sessions;
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['capture'],
    queryFn: async () => (await api.capture.$get()).json(),
    staleTime: 0,
  });
  const { busy, error, run } = useAction();
  if (data === undefined) return null;
  const choose = (project: string | null, mode: Mode) =>
    run(async () => {
      await api.capture.$put({ json: { project, mode } });
      await queries.invalidateQueries({ queryKey: ['capture'] });
    });
  const named = data.sessions.flatMap(({ project }) => (project === null ? [] : [project]));
  const projects = [...new Set([...Object.keys(data.projects), ...named])].sort();
  const modes = [
    { project: null, mode: data.mode },
    ...projects.map((project) => ({ project, mode: data.projects[project] ?? data.mode })),
  ];
  return (
    <Panel id="sessions" title={t.title} intro={t.intro}>
      {modes.map(({ project, mode }) => (
        <PanelRow
          key={project ?? ''}
          title={project === null ? t.all : <bdi>{project}</bdi>}
          text={t.says[mode]}
        >
          {can_change && (
            <Select
              label={t.keep(project ?? t.all)}
              value={mode}
              options={[
                ['on', t.modes.on],
                ['paused', t.modes.paused],
                ['off', t.modes.off],
              ]}
              disabled={busy}
              onChoose={(value) => void choose(project, value as Mode)}
            />
          )}
        </PanelRow>
      ))}
      {data.sessions.slice(0, MOST_SESSIONS).map((session) => (
        <CapturedSession key={session.id} session={session} />
      ))}
      <PanelBody>
        {data.sessions.length === 0 && <p className="text-soft">{t.none}</p>}
        <ShownTokens days={data.shown_tokens} />
        {data.sessions.length > 0 && (
          <p className="text-soft">
            {t.remove} <Command text={`rappel capture remove ${data.sessions[0]!.id} --yes`} />
          </p>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </PanelBody>
    </Panel>
  );
}

function CapturedSession({ session: { client, started, file, drawn } }: { session: Session }) {
  const t = usePanels().sessions;
  const title = (
    <>
      {client}, <Time at={Date.parse(started)} style="moment" />
    </>
  );
  return (
    <PanelRow
      title={title}
      text={
        <ul>
          {drawn.map(({ id, summary }) => (
            <li key={id}>
              <Link href={`/activity/${encodeURIComponent(id)}`} className="hover:underline">
                {summary ?? id}
              </Link>
            </li>
          ))}
          {drawn.length === 0 && <li>{t.nothingDrawn}</li>}
        </ul>
      }
    >
      {file === null ? (
        <span className="text-soft">{t.waiting}</span>
      ) : (
        <Link href={fileHref(file.replace(/^vault\//, ''))} className="text-accent hover:underline">
          {t.open}
        </Link>
      )}
    </PanelRow>
  );
}

function ShownTokens({ days }: { days: Record<string, number> }) {
  const t = usePanels().sessions;
  const latest = Object.entries(days).slice(-MOST_DAYS).reverse();
  if (latest.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{t.shown}</h3>
      <ul className="text-soft">
        {latest.map(([day, tokens]) => (
          <li key={day}>
            {day}: {formatTokens(tokens)}
          </li>
        ))}
      </ul>
    </div>
  );
}
