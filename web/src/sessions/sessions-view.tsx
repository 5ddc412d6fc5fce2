import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useCapture, useSession, useSettings } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { usePanels } from '../i18n/panels.js';
import { useMay } from '../session/role.js';
import { buttonClass } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { groupBy } from '../ui/group-by.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { ModeSelect } from './mode-select.js';
import { SessionCard } from './session-card.js';
import { ShownTokens } from './shown-tokens.js';

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
