import { fold } from '../shared/fold.js';
import { readIfText } from './files.js';
import { splitFrontmatter } from './frontmatter.js';
import { outlineOf } from './headings.js';
import type { LineRange } from './line-ranges.js';
import { shownLines } from './lines.js';
import { joinPath, projectOf, ROOT, type VaultPath } from './paths.js';
import type { Vault } from './vault.js';

/** A task of a tasks file: its title is a heading of level 1, and everything below is its own. */
export interface Task extends LineRange {
  path: VaultPath;
  /** The folder below `projects/` that the file belongs to. */
  project: string | null;
  title: string;
  /** Everything below the title. */
  body: string;
  /** `ended` where its status says that nothing is left to do. */
  state: 'open' | 'started' | 'paused' | 'ended';
  /** 0 for urgent, 1 where nothing is said, 2 for what can wait. */
  priority: number;
  /** When it is due, as it is written there. */
  due: TaskField | null;
}

/** The value of a field, and where it is. */
interface TaskField {
  value: string;
  /** The number of its line in the file, and its position there. */
  line: number;
  start: number;
}

/** The tasks file of a project, or of what belongs to none. */
export function tasksFile(project: string | null): VaultPath {
  return joinPath(project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project), 'tasks.md');
}

/** The tasks of a file that are not ended, in its order. This is the only reader of tasks. */
export function openTasksIn(vault: Vault, path: VaultPath): Task[] {
  return tasksIn(vault, path).filter(({ state }) => state !== 'ended');
}

/** Every open task of the vault and of these projects, those without a project first. */
export function allOpenTasks(vault: Vault, projects: readonly string[]): Task[] {
  return [null, ...projects].flatMap((project) => openTasksIn(vault, tasksFile(project)));
}

function tasksIn(vault: Vault, path: VaultPath): Task[] {
  const text = readIfText(vault, path);
  if (text === null) return [];
  const lines = shownLines(text);
  const bodyStart = shownLines(splitFrontmatter(text).head).length + 1;
  const headings = outlineOf(lines, bodyStart).headings.filter(({ level }) => level === 1);
  const project = projectOf(path);
  return headings.map(({ line: first, text: title }, index) => {
    let last = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    while (last > first && lines[last - 1]!.trim() === '') last--;
    const field = (names: readonly string[]) => fieldIn(lines, { first: first + 1, last }, names);
    const [status, priority] = [STATUS, PRIORITY].map((names) => fold((field(names)?.value ?? '').trim()));
    const [ended, paused, started] = [ENDED, PAUSED, STARTED].map((form) => form.test(status!));
    return {
      path,
      project,
      title,
      body: lines.slice(first, last).join('\n').trim(),
      first,
      last,
      state: ended ? 'ended' : paused ? 'paused' : started ? 'started' : 'open',
      priority: HIGH.test(priority!) ? 0 : LOW.test(priority!) ? 2 : 1,
      due: field(DUE),
    };
  });
}

/** Fields and values are free text in the user's language: these are the words that Rappel and people use for them. */
const STATUS = ['status', 'statut', 'etat', 'state'];
const PRIORITY = ['prio', 'priority', 'priorite'];
const DUE = ['deadline', 'due', 'due date', 'echeance', 'date limite', 'pour le'];
const ENDED = /^(?:done|closed|cancell?ed|fait|faite|termine|terminee|finie?|annulee?|close?)\b/;
const STARTED = /^(?:in.progress|started|doing|active|en.cours|commencee?)\b/;
const PAUSED = /^(?:paused|on.hold|waiting|blocked|later|someday|en.pause|en.attente|bloquee?|plus.tard)\b/;
const HIGH = /^(?:high|urgent|1|p[01]\b|haute?|elevee?|urgente?)/;
const LOW = /^(?:low|3|p3|basse|faible)/;

/** `status: to do | due: 2025-07-14`: the first of the lines with such a field and a value. */
function fieldIn(
  lines: readonly string[],
  { first, last }: LineRange,
  names: readonly string[],
): TaskField | null {
  for (let line = first; line <= last; line++) {
    let start = 0;
    for (const part of lines[line - 1]!.split('|')) {
      const colon = part.indexOf(':');
      const value = part.slice(colon + 1).trim();
      if (colon > 0 && value !== '' && names.includes(fold(part.slice(0, colon).trim())))
        return { value, line, start: start + part.indexOf(value, colon + 1) };
      start += part.length + 1;
    }
  }
  return null;
}
