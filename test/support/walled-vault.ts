import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Memory } from '../../src/memory/memory.js';
import type { InputOf } from '../../src/operations/list.js';
import { isAtOrBelow, recordedPath } from '../../src/vault/paths.js';
import { isMarkedGlobal, projectWall, type Wall } from '../../src/vault/wall.js';

/** Every word of a generated vault that tells something is unique, and looks like this. */
const TELLING = /zq[a-p]{8}/g;

/** Words that all files share, so that searches rank what is inside against what is not. */
const SHARED = ['harbour', 'mast', 'budget', 'invoice', 'deadline', 'paint'];

/** A vault of several projects with a past, a wall through it, and what may be told behind that wall. */
export interface GeneratedVault {
  wall: Wall;
  files: Record<string, string>;
  projects: string[];
  /** A unique word, never used before. */
  word(): string;
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function generateVault(seed: number): GeneratedVault {
  const numbers = fc.sample(fc.nat(), { seed, numRuns: 3_000 });
  const below = (limit: number) => numbers.pop()! % limit;
  let words = 0;
  // Unlike each other: a word that is nearly another would be taken for a spelling mistake.
  const word = () => `zq${letters(createHash('sha256').update(`${seed} ${++words}`).digest('hex'))}`;
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]!;
  const text = (title = word()) =>
    `# ${title}\n\n${pick(SHARED)} ${word()} ${pick(SHARED)} and the ${pick(SHARED)}.\n`;
  const projects = Array.from({ length: 2 + below(2) }, word);
  const files: Record<string, string> = {
    'overview.md': `# Projects\n\n${projects.map((name) => `- **${name}**: ${word()}`).join('\n')}\n`,
    'tasks.md': `# Pay the ${word()} invoice\nstatus: to-do\n`,
    'changelog.md': `# 2025-07-01\n\n## Saw ${word()}\n`,
    'profile.md': `# Me\n\nLikes ${word()}.\n`,
    [`notes/${word()}.md`]: text(),
  };
  for (const name of projects) {
    const other = pick(projects);
    files[`projects/${name}/description.md`] = text(`Project ${name}`);
    files[`projects/${name}/state.md`] = `${text('State')}See [[${other}]] and the harbour.\n`;
    files[`projects/${name}/tasks.md`] =
      `# Paint the ${word()}\nstatus: to-do\ndeadline: 2025-08-0${1 + below(9)}\n`;
    files[`projects/${name}/changelog.md`] =
      `# 2025-07-02\n\n## [decision] Chose ${word()}\nThe budget was ${word()}.\n`;
    files[`projects/${name}/${word()}/${word()}.md`] = text();
    if (below(2) === 0) files[`projects/${name}/${word()}.md`] = `---\nglobal: true\n---\n\n${text()}`;
  }
  return { wall: wallThrough(files, projects, pick), files, projects, word, below, pick };
}

/** Of a project, as a link makes one, or of some folders, as a token has one. */
function wallThrough(
  files: Record<string, string>,
  projects: readonly string[],
  pick: GeneratedVault['pick'],
): Wall {
  const [first] = projects;
  const folder = pick(Object.keys(files).filter((path) => path.split('/').length > 3));
  return pick([
    projectWall(first!),
    {
      paths: [recordedPath(folder.slice(0, folder.lastIndexOf('/'))), recordedPath('tasks.md')],
      global: false,
    },
  ]);
}

/** The telling words that were ever inside: what was, may be told. */
export function createAllowed(root: string, { wall }: GeneratedVault) {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const found of tellingIn(text)) words.add(found);
  };
  for (const path of wall.paths) add(path);
  const isInside = (path: string, text: string) =>
    wall.paths.some((folder) => isAtOrBelow(path, folder)) || (wall.global && isMarkedGlobal(text));
  return {
    add,
    has: (word: string) => words.has(word),
    /** Looks at the files as they are now. */
    look(): void {
      for (const path of filesIn(root)) {
        const text = textIn(join(root, path));
        if (text !== null && isInside(path, text)) add(`${path}\n${text}`);
      }
    },
    /** Those of a text that were never inside. */
    leaksIn: (text: string) => tellingIn(text).filter((word) => !words.has(word)),
  };
}

/** Null for a draft that the service has put in its place meanwhile. */
function textIn(address: string): string | null {
  try {
    return readFileSync(address, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function tellingIn(text: string): string[] {
  return [...new Set(text.match(TELLING))];
}

export function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('.'));
}

export function note(text: string, more: Partial<InputOf<'update'>> = {}): InputOf<'update'> {
  return { text, ...more };
}

/** What goes through the wall, in the history as one entry: files that leave and enter it, and changes on both sides. */
export async function crossWall(
  memory: Memory,
  root: string,
  given: GeneratedVault,
  look: () => void,
): Promise<void> {
  const { pick, word, wall } = given;
  const isInside = (path: string) => wall.paths.some((folder) => isAtOrBelow(path, folder));
  const notes = () => filesIn(root).filter((path) => path.endsWith('.md') && path.split('/').length > 2);
  const [inside, outside] = [
    () => pick(notes().filter(isInside)),
    () => pick(notes().filter((path) => !isInside(path))),
  ];
  const change = (path: string) => ({ tool: 'append', input: { path, content: `The paint is ${word()}.` } });
  const entering = outside();
  const leaving = inside();
  const steps = [
    [change(inside()), change(outside())],
    [change(entering)],
    [{ tool: 'move', input: { from: entering, to: `${wall.paths[0]}/${word()}.md` } }],
    [{ tool: 'move', input: { from: leaving, to: `projects/${word()}/${word()}.md` } }],
  ];
  for (const calls of steps) {
    await memory.run('calls', { calls });
    look();
  }
  // What links lead to is no more inside for it, now or in the past.
  const lead = (target: string, name: string) =>
    symlinkSync(join(root, target), join(root, wall.paths[0]!, name));
  lead(outside(), 'link.md');
  lead(dirname(outside()), 'linked');
  await memory.run('calls', { calls: [change(outside())] });
  await memory.run('search', { question: 'Where is the harbour?' });
}

/** One random thing that a person does with the whole vault: edits, moves across the wall, undos, questions. */
export async function liveOn(memory: Memory, root: string, given: GeneratedVault): Promise<void> {
  const { pick, word, projects } = given;
  const movable = () =>
    pick(filesIn(root).filter((path) => path.split('/').length > 2 && path.endsWith('.md')));
  const elsewhere = () => `projects/${pick(projects)}/${word()}.md`;
  const tool = async (name: string, input: object) =>
    void (await memory.run('calls', { calls: [{ tool: name, input }] }));
  const acts = [
    () => tool('append', { path: movable(), content: `The mast is ${word()}.` }),
    () => tool('write', { path: elsewhere(), content: `# ${word()}\n\nharbour ${word()}\n` }),
    () => tool('move', { from: movable(), to: elsewhere() }),
    () => tool('delete', { path: movable() }),
    async () => {
      const entries = (await memory.run('history/list', { limit: 5 })).entries;
      if (entries.length > 0) await memory.run('history/undo', { id: pick(entries).id }).catch(() => {});
    },
    async () => {
      const project = pick([...projects, null]);
      const { id } = await memory.run(
        'update',
        note(`We saw ${word()} near the harbour ${word()}.`, { project }),
      );
      await memory.run('updates/follow', { id: id });
    },
    async () => {
      await memory.run('search', { question: pick([`Where is the ${pick(SHARED)}?`, 'What is open?']) });
    },
  ];
  await pick(acts)();
}

function letters(hex: string): string {
  return [...hex.slice(0, 8)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');
}
