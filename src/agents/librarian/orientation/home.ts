import { localDate } from '../../../shared/clock.js';
import { createYielder } from '../../../shared/yield-to-event-loop.js';
import { projectNames } from '../../../tools/project-names.js';
import { joinPath, projectOf, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { type LoggedDay, loggedDays } from './days.js';
import { deadlinesIn } from './deadlines.js';
import { statusIn } from './gather.js';
import { readNote } from './note-file.js';
import { byDeadline, type DatedTask, openTasks, workFolders } from './tasks.js';

/** A line of the vault: where it is, and which project it is of. */
interface Place {
  /** `vault/…` */
  path: string;
  line: number;
  project: string | null;
}

/** What the vault says about now: its projects, its tasks, and what happened last. */
export interface Home {
  today: string;
  /** The one that changed last first. */
  projects: HomeProject[];
  /** What is due first at the top. */
  tasks: HomeTask[];
  /** How many tasks are open, listed or not. */
  openTasks: number;
  /** Newest first. */
  entries: HomeEntry[];
  /** The number of changelog entries of each day of the last year that has any. */
  activity: Record<string, number>;
}

interface HomeProject {
  name: string;
  path: string;
  /** The first line of its state, else of its description. */
  status: string | null;
  /** The next day that a task or the state names. */
  next: (Place & { day: string; text: string }) | null;
  /** The day of its newest changelog entry. */
  changed: string | null;
}

interface HomeTask extends Place {
  title: string;
  deadline: string | null;
  isStarted: boolean;
  isPaused: boolean;
  /** 0 for urgent, 1 where nothing is said, 2 for what can wait. */
  priority: number;
}

interface HomeEntry extends Place {
  day: string;
  title: string;
}

const MOST_PROJECTS = 100;
const MOST_TASKS = 60;
const MOST_ENTRIES = 30;

/** Reads the state, tasks and changelog of every project, with breaks: a vault may have thousands. */
export async function readHome(vault: Vault): Promise<Home> {
  const today = localDate(vault.clock.now());
  const yieldToEventLoop = createYielder();
  const projects: HomeProject[] = [];
  const [tasks, days]: [DatedTask[], LoggedDay[]] = [[], []];
  for (const folder of workFolders(projectNames(vault))) {
    await yieldToEventLoop();
    const own = openTasks(vault, [folder]);
    const logged = loggedDays(vault, [folder]);
    tasks.push(...own);
    days.push(...logged);
    const name = projectOf(`${folder}/`);
    if (name !== null)
      projects.push({ ...describeProject(vault, folder, name, own, today), changed: logged[0]?.day ?? null });
  }
  const entries = days
    .flatMap(({ path, day, entries }) =>
      entries.map(({ heading, first }) => ({ day, title: heading, ...placeAt(path, first) })),
    )
    .sort((a, b) => compare(b.day, a.day));
  return {
    today,
    projects: projects.sort((a, b) => compare(b.changed ?? '', a.changed ?? '')).slice(0, MOST_PROJECTS),
    tasks: tasks.sort(byDeadline).slice(0, MOST_TASKS).map(describeTask),
    openTasks: tasks.length,
    entries: entries.filter(({ day }) => day <= today).slice(0, MOST_ENTRIES),
    activity: countDays(entries, today),
  };
}

function describeProject(
  vault: Vault,
  folder: VaultPath,
  name: string,
  tasks: readonly DatedTask[],
  today: string,
) {
  const state = readNote(vault, joinPath(folder, 'state.md'));
  const stated = state === null ? [] : deadlinesIn(state, [{ from: today, to: '9999-12-31' }], today);
  const dates = [
    ...stated.map(({ day, text, line }) => ({ day, text, ...placeAt(state!.path, line) })),
    ...tasks.flatMap(({ deadline, title, path, first }) =>
      deadline !== null && deadline >= today ? [{ day: deadline, text: title, ...placeAt(path, first) }] : [],
    ),
  ];
  const [next = null] = dates.sort((a, b) => compare(a.day, b.day));
  const described = ['state.md', 'description.md'].map((file) => joinPath(folder, file));
  return { name, path: showPath(folder, 'folder'), status: statusIn(vault, described), next };
}

function describeTask({ title, deadline, state, priority, path, first }: DatedTask): HomeTask {
  const [isStarted, isPaused] = [state === 'started', state === 'paused'];
  return { title, deadline, isStarted, isPaused, priority, ...placeAt(path, first) };
}

function placeAt(path: VaultPath, line: number): Place {
  return { path: showPath(path), line, project: projectOf(path) };
}

function countDays(entries: readonly HomeEntry[], today: string): Record<string, number> {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const counts: Record<string, number> = {};
  for (const { day } of entries) if (day > yearAgo && day <= today) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
