/** Paths and their content, without the fields that Rappel stamps; bytes that are not text are in latin1. */
export type Files = Readonly<Record<string, string>>;

/** A change as an update, a tool, an import or a person makes it. */
export interface Change {
  kind: string;
  /** The units that it adds, changes or removes; `a.b` is a part of `a`. */
  touches: string[];
  /** Throws if what it changes is not there. */
  apply(files: Files): Files;
}

const LINK = '![plan](plan.png)';

export const START: Files = {
  'changelog.md': '# 2025-01-01\n\n## Begun\nThe vault exists.\n',
  'projects/crlf/changelog.md': '# 2025-01-01\r\n\r\n## Begun\r\nOn Windows.\r\n',
  'tasks.md': '# Water the plants\nstatus: open | prio: low\n',
  'description.md': '# Scope\n\n- the first thing\n\n# Team\n\n- Marie leads\n\n# Links\n\n- none yet\n',
  'state.md': `---\nowner: Marie\ntags: [a, b]\nphase: one\n---\n\n${[
    'status',
    'focus',
    'budget',
    'launch',
    'client',
  ]
    .map((key) => `${key}: at the start\n`)
    .join('')}`,
  'table.md': '# Prices\n\n| name | price |\n|---|---|\n| paper | 10 |\n\nPrices are net.\n',
  'bucket/list.txt': 'the first line\nthe last line, without an end',
  'bucket/large.md': Array.from(
    { length: 400 },
    (_, at) => `## Part ${at}\n\n${LINK}\n\nWords ${at}.\n`,
  ).join('\n'),
};

/** Undoes nothing: the oracle makes the changes again without the undone ones. */
class Missing extends Error {}

/** The files as they would be without some changes; null if a change that stays needs one of them. */
export function without(changes: readonly Change[], isSkipped: (index: number) => boolean): Files | null {
  const skipped: string[] = [];
  let files = START;
  for (const [index, change] of changes.entries()) {
    if (isSkipped(index)) {
      skipped.push(...change.touches);
      continue;
    }
    if (change.touches.some((unit) => skipped.some((other) => related(unit, other)))) return null;
    try {
      files = change.apply(files);
    } catch (error) {
      if (error instanceof Missing) return null;
      throw error;
    }
  }
  return files;
}

function related(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/**
 * A history of changes of all kinds; `pick` chooses a number below another. Most changes add something, as in a real
 * vault; in a busy one, every fourth changes, moves or removes what an earlier one added.
 */
export function generateChanges(
  length: number,
  pick: (below: number) => number,
  { busy }: { busy: boolean },
): Change[] {
  const changes: Change[] = [];
  const world = createWorld(pick, busy);
  let files = START;
  for (let step = 0; step < length; step++) {
    const change = world.next(step, files);
    files = change.apply(files);
    changes.push(change);
  }
  return changes;
}

type Maker = (step: number, files: Files) => Change | null;

function createWorld(pick: (below: number) => number, busy: boolean) {
  const from = <T>(list: readonly T[]): T | undefined => list[pick(Math.max(1, list.length))];
  const found = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map((match) => match[1]!);
  /** Notes and pictures by number: where each is. */
  const places = new Map<number, string>();

  /** How often each is made; those that change what is there are rare. */
  const makers: [number, Maker][] = [
    [
      10,
      (step) => {
        const path = from(['changelog.md', 'changelog.md', 'projects/crlf/changelog.md'])!;
        return { kind: 'log', touches: [`log${step}`], apply: (files) => log(files, step, path) };
      },
    ],
    [
      4,
      (step) => ({
        kind: 'task',
        touches: [`task${step}`],
        apply: (files) => put(files, 'tasks.md', (text) => `${text}\n${task(step)}`),
      }),
    ],
    [
      2,
      (step) => ({
        kind: 'agent run',
        touches: [`task${step}`, `log${step}`, `item${step}`],
        apply: (files) => {
          const planned = put(files, 'tasks.md', (text) => `${text}\n${task(step)}`);
          return log(addItem(planned, 'Team', `- thing ${step} of the list`), step, 'changelog.md');
        },
      }),
    ],
    [
      1,
      (step, { 'tasks.md': tasks = '' }) => {
        const done = from(found(tasks, /^# Task (\d+)$/gm));
        if (done === undefined) return null;
        return {
          kind: 'task done',
          touches: [`task${done}`, `log${step}`],
          apply: (files) => {
            const left = put(files, 'tasks.md', (text) =>
              cut(text, new RegExp(`\\n?# Task ${done}\\n(?:.+\\n)*`)),
            );
            return log(left, step, 'changelog.md');
          },
        };
      },
    ],
    [
      1,
      (step, { 'tasks.md': tasks = '' }) => {
        const [number, field] = [from(found(tasks, /^# Task (\d+)$/gm)), from(['status', 'prio'])!];
        if (number === undefined) return null;
        const line = new RegExp(`(# Task ${number}\\n.*?${field}: )[^|\\n]*?( \\||\\n)`);
        return {
          kind: 'task field',
          touches: [`task${number}.${field}`],
          apply: (files) => put(files, 'tasks.md', (text) => swap(text, line, `$1${field}${step}$2`)),
        };
      },
    ],
    [
      5,
      (step) => {
        const section = from(['Scope', 'Team', 'Links'])!;
        return {
          kind: 'item',
          touches: [`item${step}`],
          apply: (files) => addItem(files, section, `- thing ${step} of the list`),
        };
      },
    ],
    [
      1,
      (step, { 'description.md': text = '' }) => {
        const item = from(found(text, /^- thing (\d+)/gm));
        if (item === undefined) return null;
        const line = new RegExp(`(- thing ${item} of the list.*\\n(?: {2}- .*\\n)*)`);
        return {
          kind: 'nested item',
          touches: [`item${item}.${step}`],
          apply: (files) =>
            put(files, 'description.md', (old) => swap(old, line, `$1  - nested ${step} thing\n`)),
        };
      },
    ],
    [
      1,
      (step, { 'description.md': text = '' }) => {
        const item = from(found(text, /^- thing (\d+)/gm));
        if (item === undefined) return null;
        const line = new RegExp(`- thing ${item} of the list.*\\n`);
        const next = `- thing ${item} of the list, edited in ${step}\n`;
        return {
          kind: 'item edited',
          touches: [`item${item}.text`],
          apply: (files) => put(files, 'description.md', (old) => swap(old, line, next)),
        };
      },
    ],
    [
      1,
      (_, { 'description.md': text = '' }) => {
        const item = from(found(text, /^- thing (\d+)/gm));
        if (item === undefined) return null;
        const lines = new RegExp(`- thing ${item} of the list.*\\n(?: {2}- .*\\n)*`);
        return {
          kind: 'item removed',
          touches: [`item${item}`],
          apply: (files) => put(files, 'description.md', (old) => cut(old, lines)),
        };
      },
    ],
    [
      3,
      (step) => ({
        kind: 'section',
        touches: [`section${step}`],
        apply: (files) => put(files, 'description.md', (text) => `${text}\n${section(step)}`),
      }),
    ],
    [
      2,
      (step, { 'description.md': text = '' }) => {
        const number = from(found(text, /^# Part (\d+)$/gm));
        if (number === undefined) return null;
        const end = new RegExp(`(run ${number}\\n\`\`\`\\n(?:\\nParagraph.*\\n)*)`);
        return {
          kind: 'paragraph of a section',
          touches: [`section${number}.${step}`],
          apply: (files) =>
            put(files, 'description.md', (old) => swap(old, end, `$1\nParagraph ${step} of the part.\n`)),
        };
      },
    ],
    [
      3,
      (step) => ({
        kind: 'row',
        touches: [`row${step}`],
        apply: (files) =>
          put(files, 'table.md', (text) => swap(text, /((?:\|.*\n)+)/, `$1| row ${step} | ${step} |\n`)),
      }),
    ],
    [
      1,
      (step, { 'table.md': text = '' }) => {
        const row = from(found(text, /^\| row (\d+)/gm));
        if (row === undefined) return null;
        const line = new RegExp(`(\\| row ${row} \\| ).*( \\|\\n)`);
        return {
          kind: 'row changed',
          touches: [`row${row}`],
          apply: (files) => put(files, 'table.md', (old) => swap(old, line, `$1changed in ${step}$2`)),
        };
      },
    ],
    [
      1,
      (step) => {
        const field = from(['status', 'focus', 'budget', 'launch', 'client', 'owner', 'phase'])!;
        const line = new RegExp(`^${field}: .*`, 'm');
        return {
          kind: 'field',
          touches: [`field${field}`],
          apply: (files) => put(files, 'state.md', (text) => swap(text, line, `${field}: as of ${step}`)),
        };
      },
    ],
    [
      3,
      (step) => ({
        kind: 'line without an end',
        touches: [`line${step}`],
        apply: (files) => put(files, 'bucket/list.txt', (text) => `${text}\nline ${step}`),
      }),
    ],
    [
      2,
      (step) => {
        const number = pick(400);
        const words = new RegExp(`(Words ${number}\\.\\n(?:\\nMore words.*\\n)*)`);
        return {
          kind: 'paragraph of a large file',
          touches: [`large${step}`],
          apply: (files) =>
            put(files, 'bucket/large.md', (text) => swap(text, words, `$1\nMore words ${step}.\n`)),
        };
      },
    ],
    [
      5,
      (step) => {
        const path = `${from(['bucket', 'bucket/été', 'projects/日本', "bucket/d'ici"])!}/note ${step}.md`;
        return newNote(step, path);
      },
    ],
    [
      3,
      (step, files) => {
        const note = from(numbersIn(files, isNote));
        if (note === undefined) return null;
        return {
          kind: 'paragraph of a note',
          touches: [`note${note}.${step}`],
          apply: (old) =>
            put(old, where(old, note), (text) => `${text}\nA paragraph added in step ${step}.\n`),
        };
      },
    ],
    [1, (step, files) => moved(step, from(numbersIn(files, isNote)))],
    [
      1,
      (step, files) => {
        const folder = from([
          ...new Set(numbersIn(files, isNote).map((note) => folderOf(places.get(note)!))),
        ]);
        if (folder === undefined || folder === 'bucket') return null;
        const notes = numbersIn(files, isNote).filter((note) => folderOf(places.get(note)!) === folder);
        for (const note of notes) places.set(note, `bucket/folder-${step}/${baseOf(places.get(note)!)}`);
        return {
          kind: 'folder moved',
          touches: notes.map((note) => `note${note}.path`),
          apply: (old) => notes.reduce((all, note) => move(all, note, `bucket/folder-${step}`), old),
        };
      },
    ],
    [
      1,
      (step, files) => {
        const note = from(numbersIn(files, isNote));
        if (note === undefined) return null;
        const path = places.get(note)!;
        places.delete(note);
        // The next file of this name is another one.
        reusable.push({ note, path });
        return {
          kind: `note ${step} deleted`,
          touches: [`note${note}`],
          apply: (old) => drop(old, where(old, note)),
        };
      },
    ],
    [
      1,
      (step, files) => {
        const free = reusable.pop();
        if (free === undefined || free.path in files) return null;
        const change = newNote(step, free.path);
        return { ...change, kind: 'note of an old name', touches: [...change.touches, `note${free.note}`] };
      },
    ],
    [
      2,
      (step) => {
        places.set(step, `bucket/picture ${step}.png`);
        return {
          kind: 'picture',
          touches: [`note${step}`],
          apply: (files) => ({ ...files, [`bucket/picture ${step}.png`]: picture(step, 0) }),
        };
      },
    ],
    [1, (step, files) => moved(step, from(numbersIn(files, (number) => !isNote(number))))],
    [
      1,
      (step) => ({
        kind: 'empty file',
        touches: [`empty${step}`],
        apply: (files) => ({ ...files, [`bucket/empty ${step}.txt`]: '' }),
      }),
    ],
    [
      1,
      (step) => {
        const paths = [1, 2, 3].map((number) => `bucket/import-${step}/n${number}.md`);
        return {
          kind: 'import',
          touches: [`import${step}`, `log${step}`],
          apply: (files) =>
            log(
              { ...files, ...Object.fromEntries(paths.map((path) => [path, `# From ${path}\n\nText.\n`])) },
              step,
              'changelog.md',
            ),
        };
      },
    ],
  ];
  const reusable: { note: number; path: string }[] = [];

  function newNote(step: number, path: string): Change {
    places.set(step, path);
    return {
      kind: 'note',
      touches: [`note${step}`],
      apply: (files) => {
        if (path in files) throw new Missing(path);
        return { ...files, [path]: `# Note ${step}\n\nThe first words of note ${step}.\n` };
      },
    };
  }

  function moved(step: number, number: number | undefined): Change | null {
    if (number === undefined) return null;
    const folder = `bucket/moved-${step % 7}`;
    if (folderOf(places.get(number)!) === folder) return null;
    places.set(number, `${folder}/${baseOf(places.get(number)!)}`);
    return { kind: 'moved', touches: [`note${number}.path`], apply: (files) => move(files, number, folder) };
  }

  const isNote = (number: number) => places.get(number)?.endsWith('.md') ?? false;
  const numbersIn = (files: Files, isWanted: (number: number) => boolean) =>
    [...places].filter(([number, path]) => path in files && isWanted(number)).map(([number]) => number);
  const all = makers.flatMap(([weight, make]) =>
    Array.from({ length: busy || weight === 1 ? weight : weight * 8 }, () => make),
  );

  return {
    next(step: number, files: Files): Change {
      for (;;) {
        const change = from(all)!(step, files);
        if (change !== null) return change;
      }
    },
  };
}

function log(files: Files, step: number, path: string): Files {
  return put(files, path, (text) => {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const date = new Date(Date.UTC(2025, 0, 2 + Math.floor(step / 5))).toISOString().slice(0, 10);
    const entry = `## Entry ${step}${end}Words of entry ${step}.${end}${end}`;
    const day = `# ${date}${end}${end}`;
    return `${day}${entry}${text.startsWith(day) ? text.slice(day.length) : text}`;
  });
}

function task(step: number): string {
  return `# Task ${step}\nstatus: open | prio: low\n`;
}

function section(step: number): string {
  return `# Part ${step}\n\nIntroduces ${step}.\n\n\`\`\`sh\n# not a heading\nrun ${step}\n\`\`\`\n`;
}

function addItem(files: Files, name: string, line: string): Files {
  const list = new RegExp(`(# ${name}\\n\\n(?: *- .*\\n)+)`);
  return put(files, 'description.md', (text) => swap(text, list, `$1${line}\n`));
}

function picture(step: number, version: number): string {
  return `\x89PNG\r\n\x1a\n\0\xff${step} ${version}`;
}

/** Where a note or a picture is: it says its number. */
function where(files: Files, number: number): string {
  const starts = [`# Note ${number}\n`, picture(number, 0)];
  const path = Object.keys(files).find((name) => starts.some((start) => files[name]!.startsWith(start)));
  if (path === undefined) throw new Missing(`note ${number}`);
  return path;
}

function move(files: Files, number: number, folder: string): Files {
  const path = where(files, number);
  const to = `${folder}/${baseOf(path)}`;
  if (to in files && to !== path) throw new Missing(to);
  return { ...drop(files, path), [to]: files[path]! };
}

function put(files: Files, path: string, change: (text: string) => string): Files {
  if (!(path in files)) throw new Missing(path);
  return { ...files, [path]: change(files[path]!) };
}

function drop(files: Files, path: string): Files {
  const { [path]: _, ...others } = files;
  return others;
}

function swap(text: string, pattern: RegExp, next: string): string {
  if (!pattern.test(text)) throw new Missing(String(pattern));
  return text.replace(pattern, next);
}

function cut(text: string, pattern: RegExp): string {
  return swap(text, pattern, '');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
