import {
  Activity,
  CloudOff,
  FilePlus,
  HeartPulse,
  History,
  House,
  Inbox,
  LogOut,
  type LucideIcon,
  Menu,
  Search,
  Settings2,
  X,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useActivities, useHealth, useInbox, useSession } from '../api/queries.js';
import { createKeptStore, useStore } from '../api/store.js';
import { ComposerBar } from '../composer/composer.js';
import { FileDialog } from '../file/file-dialog.js';
import { UndoLastDialog } from '../history/undo-last-dialog.js';
import { useText } from '../i18n/language.js';
import { shortcutsOf } from '../palette/commands.js';
import { Palette } from '../palette/palette.js';
import { useMay } from '../session/role.js';
import { Tree } from '../tree/tree.js';
import { Button, buttonClass, IconButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { ServeCommand } from '../ui/serve-command.js';
import { Time } from '../ui/time.js';
import { useMedia } from '../ui/use-media.js';
import { useApp } from './app-context.js';
import { LanguageChoices, ThemeChoices } from './look-choices.js';
import { Mark } from './mark.js';
import { Link, usePlace } from './navigation.js';
import { routeOf } from './route.js';
import { modifier, useShortcuts } from './shortcuts.js';

/** The tree and the inbox on the left, a view in the centre, the input floating below it. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText();
  const { palette } = useApp();
  const [drawer, setDrawer] = useState(false);
  const { width, setWidth } = useSidebarWidth();
  const narrow = useMedia(NARROW);
  useShortcuts();
  useEffect(() => {
    if (!narrow) setDrawer(false);
  }, [narrow]);

  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 font-medium text-on-accent text-sm focus:translate-y-0"
      >
        {t.nav.skip}
      </a>
      {narrow ? (
        <Drawer open={drawer} onClose={() => setDrawer(false)}>
          <Sidebar onNavigate={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside
          className="sticky top-0 flex h-dvh shrink-0 border-line border-r bg-panel print:hidden"
          style={{ width }}
        >
          <Sidebar onNavigate={() => {}} />
          <ResizeHandle width={width} onChange={setWidth} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {narrow && (
          <header className="sticky top-0 z-30 flex items-center gap-2 border-line border-b bg-paper/95 px-2 py-1.5 backdrop-blur print:hidden">
            <IconButton label={t.nav.menu} aria-expanded={drawer} onClick={() => setDrawer(true)}>
              <Menu aria-hidden size={20} />
            </IconButton>
            <Link href="/" className="flex items-center gap-2 font-semibold">
              <Mark /> Rappel
            </Link>
            <IconButton label={t.nav.search} className="ml-auto" onClick={() => palette.set(true)}>
              <Search aria-hidden size={19} />
            </IconButton>
          </header>
        )}
        <ConnectionNotice />
        <main
          id="content"
          tabIndex={-1}
          className="@container w-full flex-1 px-4 pt-5 focus:outline-none sm:px-8 sm:pt-8"
        >
          <div className="mx-auto max-w-[44rem]">{children}</div>
        </main>
        <ComposerBar />
      </div>
      <Palette />
      <FileDialog />
      <ShortcutsDialog />
      <UndoLastDialog />
    </div>
  );
}

const NARROW = '(max-width: 820px)';

/** The sidebar on a narrow screen. */
function Drawer(props: { open: boolean; onClose(): void; children: ReactNode }) {
  const t = useText();
  return (
    <Dialog
      {...props}
      label={t.nav.main}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none -translate-x-2 bg-panel text-ink shadow-float transition-transform open:flex open:translate-x-0"
    >
      <div className="relative flex min-w-0 flex-1">
        {props.children}
        <div className="absolute top-2.5 right-2">
          <IconButton label={t.nav.closeMenu} onClick={props.onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
    </Dialog>
  );
}

/** Every shortcut: opens with `?`. */
function ShortcutsDialog() {
  const t = useText();
  const { shortcuts } = useApp();
  const close = () => shortcuts.set(false);
  return (
    <Dialog
      label={t.settings.shortcuts}
      open={useStore(shortcuts)}
      onClose={close}
      className="mx-auto mt-[max(1rem,15dvh)] w-[min(26rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-raised p-5 text-ink shadow-float open:animate-arrive"
    >
      <h2 className="mb-3 font-semibold">{t.settings.shortcuts}</h2>
      <dl className="mb-4 grid grid-cols-[1fr_auto] gap-y-2 text-sm text-soft [&_dd]:text-right [&_dd]:text-ink">
        {shortcutsOf(t).map(([what, keys]) => (
          <div key={what} className="contents">
            <dt>{what}</dt>
            <dd>
              <kbd className="rounded-md border border-line bg-panel px-1.5 py-0.5 font-sans text-xs">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Button look="outline" onClick={close}>
        {t.settings.close}
      </Button>
    </Dialog>
  );
}

/** Says when the service is gone, and since when; it goes away by itself when the service is back. */
function ConnectionNotice() {
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

const LEAST = 220;
const MOST = 480;

function useSidebarWidth() {
  const [store] = useState(() => createKeptStore('rappel.sidebar', 288));
  return {
    width: clamp(useStore(store)),
    setWidth: (width: number) => store.set(clamp(Math.round(width))),
  };
}

/** The edge of the sidebar: dragged, or moved with the arrow keys. */
function ResizeHandle({ width, onChange }: { width: number; onChange(width: number): void }) {
  const t = useText();
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.nav.resize}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="absolute inset-y-0 -right-1 w-2 cursor-col-resize touch-none transition-colors hover:bg-strong-line/50 focus-visible:bg-accent focus-visible:outline-none active:bg-accent/50"
    />
  );
}

function clamp(width: number): number {
  return Math.min(MOST, Math.max(LEAST, width));
}

function Sidebar({ onNavigate }: { onNavigate(): void }) {
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

/** Appearance, language, and what the page knows of the service. */
function SettingsMenu({ onNavigate }: { onNavigate(): void }) {
  const t = useText();
  const { data: health } = useHealth();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what is inside
    <div
      ref={box}
      className="relative border-line border-t p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-8 w-full items-center gap-2.5 rounded-lg px-2 text-sm text-soft transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-10"
      >
        <Settings2 aria-hidden size={16} />
        {t.nav.settings}
        {health && <span className="ml-auto text-faint text-xs">{health.version}</span>}
      </button>
      {open && (
        <div
          id={id}
          className="absolute bottom-full left-2 z-40 mb-1 w-64 animate-arrive space-y-4 rounded-xl border border-line bg-raised p-4 text-sm shadow-float"
        >
          <MenuItems onClose={() => setOpen(false)} onNavigate={onNavigate} />
        </div>
      )}
    </div>
  );
}

function MenuItems({ onClose, onNavigate }: { onClose(): void; onNavigate(): void }) {
  const t = useText();
  const app = useApp();
  const dismissed = useStore(app.setup);
  const { data: health } = useHealth();
  const { data: session } = useSession();
  const may = useMay();
  return (
    <>
      <ThemeChoices />
      <LanguageChoices name={t.settings.language} />
      {health !== undefined && (
        <div>
          <p className="mb-1 font-medium text-faint text-xs">{t.settings.model}</p>
          <p>{health.model ?? t.settings.noModel}</p>
        </div>
      )}
      {may.administer && (
        <Link
          href="/settings"
          className={buttonClass('outline', 'w-full')}
          onClick={() => {
            onClose();
            onNavigate();
          }}
        >
          {t.settings.all}
        </Link>
      )}
      <div>
        <p className="mb-1 font-medium text-faint text-xs">{t.settings.shortcuts}</p>
        <Button
          look="outline"
          className="w-full"
          onClick={() => {
            onClose();
            app.shortcuts.set(true);
          }}
        >
          {t.settings.showShortcuts}
        </Button>
      </div>
      {dismissed.length > 0 && (
        <Button look="outline" className="w-full" onClick={() => app.setup.set([])}>
          {t.settings.showSetup}
        </Button>
      )}
      {session?.needed && (
        <Button look="outline" className="w-full" onClick={() => void app.session.leave().catch(() => {})}>
          <LogOut aria-hidden size={14} /> {t.login.leave}
        </Button>
      )}
    </>
  );
}
