import { dayOf } from '../../../search/text/dates.js';
import { FIRST_DAY, isWithin, LAST_DAY, type Span } from '../../../shared/calendar.js';
import { fold } from '../../../shared/fold.js';
import type { ProjectName } from '../../../tools/project-names.js';
import { kindOf } from '../../../vault/kinds.js';
import { compareNames, isAtOrBelow, joinPath, ROOT, type VaultPath } from '../../../vault/paths.js';
import { walk } from '../../../vault/scan.js';
import type { Vault } from '../../../vault/vault.js';
import { type LoggedDay, loggedDays } from './days.js';
import { type Deadline, deadlinesIn } from './deadlines.js';
import { bodyRange, type NoteFile, readNote, sectionsOf } from './note-file.js';
import { type FilePiece, firstLines } from './pieces.js';
import type { Orientation } from './recognise.js';
import { type DatedTask, openTasks, workFolders } from './tasks.js';

/** What the files say to an orientation question: the lines to show, best first, and the facts for the overview. */
export interface Gathered {
  pieces: FilePiece[];
  tasks: DatedTask[];
  /** The lines of state files that name a day within the asked time. */
  deadlines: Deadline[];
  days: LoggedDay[];
  /** How many open tasks there are, shown or not. */
  openTasks: number;
  /** The first line of the state. */
  status: string | null;
  /** True where nothing is of the time that was asked for, and something else is shown. */
  isElsewhen: boolean;
}

interface Sources {
  vault: Vault;
  projects: readonly ProjectName[];
  askedOn: string;
}

/** Null where the vault has none of the files that would answer. */
export function gather(asked: Orientation, sources: Sources): Gathered | null {
  const found = GATHER[asked.kind](asked, sources);
  return found.pieces.length === 0 ? null : { ...NOTHING, ...found };
}

type Found = Partial<Gathered> & { pieces: FilePiece[] };

const NOTHING = { tasks: [], deadlines: [], openTasks: 0, days: [], status: null, isElsewhen: false };
const MOST_TASKS = 4;
/** Who asks for the tasks gets all of them; who asks what to do next, the most urgent. */
const MOST_NEXT = 8;
const MOST_DAYS = 2;
const MOST_RECENT = 5;
/** Tokens of one file where several are shown. */
const PER_FILE = 500;
const PER_NOTE = 120;

const GATHER: Record<Orientation['kind'], (asked: Orientation, sources: Sources) => Found> = {
  profile: gatherProfile,
  projects: gatherProjects,
  tasks: gatherTasks,
  period: gatherPeriod,
  recent: gatherRecent,
  state: gatherState,
  about: gatherState,
};

function gatherState(asked: Orientation, sources: Sources): Found {
  const { vault, projects, askedOn } = sources;
  const { project, kind } = asked;
  const folders = project === null ? workFolders(projects) : [project.path];
  const names = kind === 'about' ? ['description.md', 'state.md'] : ['state.md'];
  const main =
    project === null ? ['overview.md' as VaultPath] : names.map((name) => joinPath(project.path, name));
  const pieces = main.flatMap((path) => wholeFile(vault, path));
  const tasks = openTasks(vault, folders);
  const first = tasks.filter(
    ({ deadline }) => project !== null || (deadline !== null && deadline >= askedOn),
  );
  const days = loggedDays(vault, folders);
  pieces.push(...days.slice(0, MOST_DAYS), ...inFileOrder(first.slice(0, MOST_TASKS)).map(taskPiece));
  const toCome = [{ from: askedOn, to: LAST_DAY }];
  const deadlines =
    project === null
      ? []
      : deadlinesOf(vault, project.path, toCome, askedOn).flatMap((state) => state.deadlines);
  const described = project === null ? [] : [joinPath(project.path, 'description.md')];
  return { pieces, tasks, deadlines, days, status: statusIn(vault, [...main, ...described]) };
}

function gatherTasks(asked: Orientation, { vault, projects, askedOn }: Sources): Found {
  const { project, spans, words } = asked;
  const all = openTasks(vault, project === null ? workFolders(projects) : [project.path]);
  const started = all.filter(({ state }) => state === 'started');
  const wantsStarted =
    words.has('progress') || words.has('started') || (words.has('en') && words.has('cours'));
  const wantsAll = [...words].some((word) => /^(?:tasks|todos?|taches|all|toutes)$/.test(word));
  const open = (wantsStarted && started.length > 0 ? started : all).slice(
    0,
    wantsAll ? all.length : MOST_NEXT,
  );
  const found = { pieces: open.map(taskPiece), tasks: open, openTasks: all.length };
  const statesWithin = (times: readonly Span[]) =>
    (project === null ? projects : [project]).flatMap(({ path }) => deadlinesOf(vault, path, times, askedOn));
  if (spans === null) {
    const wantsDates = [...words].some((word) => /^(?:due|deadlines?|echeances?)$/.test(word));
    if (!wantsDates) return found;
    const states = statesWithin([{ from: askedOn, to: LAST_DAY }]);
    const soonest = states.sort((a, b) => compareNames(a.next, b.next)).slice(0, MOST_NEXT);
    return withDates(found, soonest);
  }
  // What is overdue is due today too.
  const includesToday = isWithin(askedOn, spans);
  const due = all.filter(
    ({ deadline }) =>
      deadline !== null && (isWithin(deadline, spans) || (includesToday && deadline < askedOn)),
  );
  const states = statesWithin(spans);
  if (due.length + states.length === 0) return { ...found, isElsewhen: true };
  return withDates({ ...found, pieces: due.map(taskPiece), tasks: due }, states);
}

function withDates(found: Found, states: ReturnType<typeof deadlinesOf>): Found {
  return {
    ...found,
    pieces: [...found.pieces, ...states.map(({ piece }) => piece)],
    deadlines: states.flatMap(({ deadlines }) => deadlines),
  };
}

function gatherPeriod(asked: Orientation, sources: Sources): Found {
  const { project, spans, words } = asked;
  const { vault, projects, askedOn } = sources;
  const folders = project === null ? workFolders(projects) : [project.path];
  const decisions = [...words].some((word) => /^deci[ds]/.test(word));
  const [tagged, any] = [decisions, false].map((only) =>
    loggedDays(vault, folders, { spans, decisions: only }),
  );
  const days = tagged!.length > 0 ? tagged! : any!;
  const notes = days === tagged && decisions ? [] : datedFiles(vault, project?.path ?? ROOT, spans!);
  if (days.length + notes.length > 0) return { pieces: [...days, ...notes], days };
  const toCome = spans!.filter(({ to }) => to >= askedOn);
  const due = toCome.length === 0 ? null : gatherTasks({ ...asked, spans: toCome }, sources);
  if (due !== null && due.isElsewhen !== true && due.pieces.length > 0) return due;
  // A time before the first entry, or to come, may still be told somewhere: that is searched.
  const { from, to } = spans![0]!;
  const last = to > askedOn ? [] : loggedDays(vault, folders, { spans: [{ from: FIRST_DAY, to: from }] });
  return { pieces: last.slice(0, 1), days: last.slice(0, 1), isElsewhen: true };
}

function gatherRecent({ project, words }: Orientation, { vault, projects }: Sources): Found {
  const folders = project === null ? workFolders(projects) : [project.path];
  const decisions = [...words].some((word) => /^deci[ds]/.test(word));
  const days = loggedDays(vault, folders, { decisions }).slice(0, MOST_RECENT);
  return { pieces: days, days };
}

function gatherProfile({ words }: Orientation, { vault }: Sources): Found {
  const file = readNote(vault, 'profile.md' as VaultPath);
  const body = file === null ? null : bodyRange(file);
  if (file === null || body === null) return { pieces: [] };
  const wanted = [...words].some((word) => /^(?:prefer|gouts|habit)/.test(word)) ? /prefer|gout|habit/ : /./;
  const sections = sectionsOf(file, 1).filter(({ heading }) => wanted.test(fold(heading)));
  const ranges = sections.length > 0 ? sections : [body];
  return { pieces: ranges.map((range) => ({ path: file.path, ranges: [range] })) };
}

/** The lines of the overview that name a project; what it does not name is shown by its description. */
function gatherProjects(_: Orientation, { vault, projects }: Sources): Found {
  const overview = readNote(vault, 'overview.md' as VaultPath);
  const ranges: FilePiece['ranges'] = [];
  const named = new Set<ProjectName>();
  overview?.lines.forEach((text, index) => {
    if (index + 1 < overview.bodyStart || !/^\s*(?:[-*|]|\d+\.|#{2,} )/.test(text)) return;
    const line = fold(text);
    const its = projects.filter(({ name, title }) => line.includes(fold(name)) || line.includes(fold(title)));
    if (its.length === 0 || its.every((project) => named.has(project))) return;
    for (const project of its) named.add(project);
    ranges.push({ first: index + 1, last: index + 1 });
  });
  const pieces: FilePiece[] = ranges.length === 0 ? [] : [{ path: overview!.path, ranges }];
  for (const project of projects.filter((each) => !named.has(each))) {
    const name = ['description.md', 'state.md'].find((file) => readNote(vault, joinPath(project.path, file)));
    if (name !== undefined) pieces.push(...wholeFile(vault, joinPath(project.path, name), PER_NOTE));
  }
  return { pieces };
}

function wholeFile(vault: Vault, path: VaultPath, tokens = PER_FILE): FilePiece[] {
  const file = readNote(vault, path);
  const body = file === null ? null : bodyRange(file);
  return body === null ? [] : [{ path, ranges: [firstLines(vault, path, body, tokens)] }];
}

function taskPiece({ path, first, last }: DatedTask): FilePiece {
  return { path, ranges: [{ first, last }] };
}

/** Tasks of one file stand together in a block. */
function inFileOrder(tasks: readonly DatedTask[]): DatedTask[] {
  const paths = [...new Set(tasks.map(({ path }) => path))];
  return tasks.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path) || a.first - b.first);
}

function deadlinesOf(vault: Vault, project: VaultPath, spans: readonly Span[], today: string) {
  const file = readNote(vault, joinPath(project, 'state.md'));
  const deadlines = file === null ? [] : deadlinesIn(file, spans, today);
  if (file === null || deadlines.length === 0) return [];
  const ranges = deadlines.map(({ line }) => ({ first: line, last: line }));
  const next = deadlines.reduce((first, { day }) => (day < first ? day : first), LAST_DAY);
  return [{ deadlines, next, piece: { path: file.path, ranges } }];
}

/** Daily notes and other files with such a day in their name: how they begin. */
function datedFiles(vault: Vault, folder: VaultPath, spans: readonly Span[]): FilePiece[] {
  const found: { path: VaultPath; day: string }[] = [];
  for (const { kind, name, path } of walk(vault.root, vault.root, ROOT, () => {})) {
    if (kind !== 'file' || !/\d{4}.*\.(?:md|markdown|txt)$/i.test(name) || !isAtOrBelow(path, folder))
      continue;
    const day = kindOf(path) === 'inbox' ? null : dayOf(name);
    if (day !== null && isWithin(day, spans)) found.push({ path, day });
  }
  found.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  return found.flatMap(({ path }) => wholeFile(vault, path, PER_NOTE));
}

/** The first line of the first of these files that has one. */
export function statusIn(vault: Vault, paths: readonly VaultPath[]): string | null {
  for (const path of paths) {
    const status = statusOf(readNote(vault, path));
    if (status !== null) return status;
  }
  return null;
}

/** The first line of text that is no date: those are shown by themselves. */
function statusOf(file: NoteFile | null): string | null {
  const text = file?.lines
    .slice(file.bodyStart - 1)
    .map((line) => line.trim().replace(/^[-*+]\s+/, ''))
    .find((line) => line !== '' && !/^(?:#|\d{4}-\d\d-\d\d\s?:)/.test(line));
  return text ?? null;
}
