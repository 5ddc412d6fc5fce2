import { Activity, FilePlus, HeartPulse, History, House, Inbox, type LucideIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActivities, useInbox } from '../api/queries.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Tree } from '../tree/tree.js';
import { IconButton } from '../ui/button.js';
import { useApp } from './app-context.js';
import { Mark } from './mark.js';
import { Link, usePlace } from './navigation.js';
import { routeOf } from './route.js';
import { SettingsMenu } from './settings-menu.js';
import { modifier } from './shortcuts.js';

export function Sidebar({ onNavigate }: { onNavigate(): void }) {
  const t = useText();
  const { palette, fileAction } = useApp();
  const may = useMay();
  const { pathname } = usePlace();
  const { view } = routeOf(pathname);
  const waiting = useInbox().data?.length ?? 0;
  const activities = useActivities().data ?? [];
  const running = activities.some(
    (activity) =>
      activity.state === 'running' || (activity.state === 'accepted' && activity.retry === undefined),
  );
  const views = [
    ['home', '/', House, t.nav.home, null],
    ['inbox', '/inbox', Inbox, t.nav.inbox, waiting > 0 && <Count of={waiting} />],
    ['activity', '/activity', Activity, t.nav.activity, running && <Busy />],
    ['history', '/history', History, t.nav.history, null],
    ['health', '/health', HeartPulse, t.nav.health, null],
  ] as const;

  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="px-3 pt-4 pb-3">
        <Link
          href="/"
          onClick={onNavigate}
          className="flex items-center gap-2.5 px-1 font-semibold tracking-tight"
        >
          <Mark /> Rappel
        </Link>
        <button
          type="button"
          onClick={() => {
            onNavigate();
            palette.set(true);
          }}
          className="mt-4 flex h-9 w-full items-center gap-2 rounded-lg border border-line bg-raised px-2.5 text-faint text-sm transition-colors hover:border-strong-line hover:text-ink"
        >
          <Search aria-hidden size={15} />
          {t.nav.search}
          <kbd className="ml-auto font-sans text-xs pointer-coarse:hidden">{modifier()}K</kbd>
        </button>
      </div>
      <nav aria-label={t.nav.main} className="space-y-0.5 px-2">
        {views.map(([name, href, icon, label, mark]) => (
          <NavLink
            key={name}
            href={href}
            icon={icon}
            label={label}
            current={view === name}
            onClick={onNavigate}
          >
            {mark}
          </NavLink>
        ))}
      </nav>
      <div className="flex items-center justify-between pt-3 pr-2 pl-4">
        <h2 className="font-medium text-faint text-xs">{t.nav.files}</h2>
        {may.write && (
          <IconButton
            label={t.file.newNote}
            onClick={() => {
              onNavigate();
              fileAction.set({ kind: 'new', path: folderOf(pathname) });
            }}
          >
            <FilePlus aria-hidden size={15} />
          </IconButton>
        )}
      </div>
      <Tree onOpen={onNavigate} />
      <SettingsMenu onNavigate={onNavigate} />
    </div>
  );
}

/** Where a new note goes: beside the file that is open. */
function folderOf(pathname: string): string {
  const route = routeOf(pathname);
  return route.view === 'file' ? route.path.split('/').slice(0, -1).join('/') : '';
}

interface NavLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
  current: boolean;
  onClick(): void;
  /** What there is to see, beside the label. */
  children: ReactNode;
}

function NavLink({ href, icon: Icon, label, current, onClick, children }: NavLinkProps) {
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={current ? 'page' : undefined}
      className={`flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm transition-colors pointer-coarse:h-10 ${
        current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover/60 hover:text-ink'
      }`}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="flex-1">{label}</span>
      {children}
    </Link>
  );
}

function Count({ of }: { of: number }) {
  const t = useText();
  return (
    <span className="min-w-5 rounded-full bg-doubt-soft px-1.5 text-center font-semibold text-doubt text-xs leading-5 tabular-nums">
      <span aria-hidden>{of}</span>
      <span className="sr-only">{t.nav.waiting(of)}</span>
    </span>
  );
}

function Busy() {
  const t = useText();
  return (
    <span className="size-2 animate-breathe rounded-full bg-accent">
      <span className="sr-only">{t.nav.running}</span>
    </span>
  );
}
