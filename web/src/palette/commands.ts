import {
  Activity,
  Bot,
  Download,
  FileClock,
  FilePlus,
  FolderCog,
  FolderPen,
  HeartPulse,
  History,
  House,
  Inbox,
  Keyboard,
  KeyRound,
  Languages,
  ListTodo,
  LogOut,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Monitor,
  Moon,
  PencilLine,
  PenLine,
  Plug,
  RefreshCw,
  ScanSearch,
  Settings2,
  Sun,
  Undo2,
  Upload,
} from 'lucide-react';
import { useSession } from '../api/queries.js';
import { type AppParts, useApp } from '../frame/app-context.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { fileHref, routeOf } from '../frame/route.js';
import { modifier } from '../frame/shortcuts.js';
import type { Messages } from '../i18n/en.js';
import { useText } from '../i18n/language.js';
import { MESSAGES } from '../i18n/messages.js';
import { useMay } from '../session/role.js';
import { fold } from './file-matches.js';

export interface PaletteCommand {
  name: keyof Messages['palette']['commands'];
  icon: LucideIcon;
  label: string;
  /** Its shortcut. */
  keys?: string;
  run(): void;
}

/** Everything that can be done from the search box, in the order of the list. */
export function useCommands(): PaletteCommand[] {
  const t = useText();
  const app = useApp();
  const { data: session } = useSession();
  const named = (
    name: PaletteCommand['name'],
    icon: LucideIcon,
    run: () => void,
    keys?: string,
  ): PaletteCommand => ({
    name,
    icon,
    label: t.palette.commands[name],
    run,
    ...(keys !== undefined && { keys }),
  });
  const go = (href: string) => () => navigate(href);
  const file = openFile(usePlace().pathname);
  const may = useMay();
  const commands = [
    ...(file?.canEdit ? [named('edit', PencilLine, go(`${fileHref(file.path)}?edit`))] : []),
    ...(file === null
      ? []
      : [
          named('manage', FolderPen, () => app.fileAction.set({ kind: 'manage', path: file.path })),
          named('fileHistory', FileClock, go(`/history?path=${encodeURIComponent(file.path)}`)),
        ]),
    named('newNote', FilePlus, () => app.fileAction.set({ kind: 'new', path: '' })),
    named('remember', PenLine, () => write(app, 'update'), '/'),
    named('ask', MessageCircleQuestion, () => write(app, 'search')),
    named('undoLast', Undo2, () => app.undoing.set('last')),
    named('home', House, go('/')),
    named('inbox', Inbox, go('/inbox')),
    named('activity', Activity, go('/activity')),
    named('history', History, go('/history')),
    named('health', HeartPulse, go('/health')),
    named('sessions', MessagesSquare, go('/sessions')),
    named('tasks', ListTodo, go('/#tasks')),
    named('import', Upload, go('/import')),
    named('export', Download, go('/settings#vault')),
    named('connect', Plug, go('/settings#assistants')),
    named('settings', Settings2, go('/settings')),
    named('model', Bot, go('/settings#model')),
    named('searchEndpoints', ScanSearch, go('/settings#search')),
    named('vault', FolderCog, go('/settings#vault')),
    named('sync', RefreshCw, go('/settings#sync')),
    named('tokens', KeyRound, go('/settings#tokens')),
    named('light', Sun, () => app.theme.set('light')),
    named('dark', Moon, () => app.theme.set('dark')),
    named('system', Monitor, () => app.theme.set('system')),
    named('language', Languages, () => app.language.set((now) => (now === 'fr' ? 'en' : 'fr'))),
    named('shortcuts', Keyboard, () => app.shortcuts.set(true), '?'),
    ...(session?.needed ? [named('logOut', LogOut, () => void app.session.leave().catch(() => {}))] : []),
  ];
  return commands.filter(
    ({ name }) => (may.write || !WRITING.has(name)) && (may.administer || !ADMINISTERING.has(name)),
  );
}

const WRITING: ReadonlySet<PaletteCommand['name']> = new Set([
  'edit',
  'manage',
  'newNote',
  'remember',
  'undoLast',
  'import',
]);
const ADMINISTERING: ReadonlySet<PaletteCommand['name']> = new Set([
  'export',
  'connect',
  'settings',
  'model',
  'searchEndpoints',
  'vault',
  'sync',
  'tokens',
]);

/** The file or folder that is shown; null in other views, and for the whole vault. */
function openFile(pathname: string): { path: string; canEdit: boolean } | null {
  const route = routeOf(pathname);
  if (route.view !== 'file' || route.path === '') return null;
  return {
    path: route.path,
    canEdit: /\.(?:md|markdown|txt)$/i.test(route.path) && route.path !== 'tree.md',
  };
}

function write({ composer }: AppParts, mode: 'update' | 'search'): void {
  composer.mode.set(mode);
  composer.focus.set((count) => count + 1);
}

/** Those whose name, in either language, has a word that begins with each typed one. */
export function commandMatches(commands: readonly PaletteCommand[], query: string): PaletteCommand[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  return commands.filter(({ name }) => {
    const words = Object.values(MESSAGES).flatMap(({ palette }) => wordsOf(palette.commands[name]));
    return typed.every((word) => words.some((known) => known.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** `[what it does, its keys]`, for the list of shortcuts. */
export function shortcutsOf(t: Messages): [string, string][] {
  return [
    [t.settings.keys.search, `${modifier()}K`],
    [t.settings.keys.input, '/'],
    [t.settings.keys.mode, `${modifier()}/`],
    [t.settings.keys.earlier, '↑'],
    [t.settings.keys.send, t.settings.keys.enter],
    [t.settings.keys.line, t.settings.keys.shiftEnter],
    [t.settings.keys.askTyped, `${modifier()}${t.settings.keys.enter}`],
    [t.settings.keys.close, t.settings.keys.escape],
    [t.settings.keys.shortcuts, '?'],
  ];
}
