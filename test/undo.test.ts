import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGitHistory } from '../src/service/history/git-history.js';
import { undoEntry } from '../src/service/history/undo.js';
import { bodyOf } from '../src/vault/frontmatter.js';
import { ROOT } from '../src/vault/paths.js';
import { tempVault } from './support/temp-vault.js';

/** Paths and their texts. */
type Files = Record<string, string>;

/** A change as an update, a tool or a person makes it, and the units that it touches; `a.b` is a part of `a`. */
interface Change {
  touches: string[];
  apply(files: Files): Files;
}

const START: Files = {
  'changelog.md': '# 2025-01-01\n\n## Begun\nThe vault exists.\n',
  'tasks.md': '# Water the plants\nstatus: open | prio: low\n',
  'description.md': '# Scope\n\n- the first thing\n\n# Team\n\n- Marie leads\n\n# Links\n\n- none yet\n',
  'state.md': ['status', 'focus', 'budget', 'launch', 'client', 'phase']
    .map((key) => `${key}: at the start\n`)
    .join(''),
};

const SECTIONS = ['Scope', 'Team', 'Links'];
const FIELDS = ['status', 'focus', 'budget', 'launch', 'client', 'phase'];

/** Makes one change after another; `pick` chooses among what is there. */
function changeMaker(pick: (most: number) => number) {
  const tasks: string[] = [];
  const items: [string, string][] = [];
  const notes = new Map<string, string>();
  const from = <T>(list: readonly T[]): T => list[pick(list.length)]!;

  return (step: number): Change => {
    const day = `# 2025-02-${String(1 + (Math.floor(step / 7) % 28)).padStart(2, '0')}`;
    const log = (files: Files, text: string): Files => {
      const old = files['changelog.md']!;
      const entry = `## Entry ${step}\n${text}\n`;
      const isToday = old.startsWith(`${day}\n`);
      const below = isToday ? old.slice(day.length + 2) : old;
      return { ...files, 'changelog.md': `${day}\n\n${entry}\n${below}` };
    };
    const kind = pick(16);
    if (kind <= 4)
      return { touches: [`log${step}`], apply: (files) => log(files, `Words of entry ${step}.`) };
    if (kind <= 6) {
      tasks.push(`Task ${step}`);
      const text = `# Task ${step}\nstatus: open | prio: low\n`;
      return {
        touches: [`task ${step}`],
        apply: (files) => ({ ...files, 'tasks.md': `${files['tasks.md']}\n${text}` }),
      };
    }
    if (kind === 7 && tasks.length > 0) {
      const [task] = tasks.splice(pick(tasks.length), 1);
      return {
        touches: [task!.toLowerCase(), `log${step}`],
        apply(files) {
          const section = new RegExp(`\\n?# ${task}\\n(?:.+\\n)*`);
          if (!section.test(files['tasks.md']!)) throw new Error('depends');
          return log({ ...files, 'tasks.md': files['tasks.md']!.replace(section, '') }, `Done: ${task}.`);
        },
      };
    }
    if (kind === 8 && tasks.length > 0) {
      const [task, field] = [from(tasks), from(['status', 'prio'])];
      return {
        touches: [`${task.toLowerCase()}.${field}`],
        apply(files) {
          const line = new RegExp(`(# ${task}\\n.*?${field}: )[^|\\n]*?( \\||\\n)`);
          if (!line.test(files['tasks.md']!)) throw new Error('depends');
          return { ...files, 'tasks.md': files['tasks.md']!.replace(line, `$1${field}${step}$2`) };
        },
      };
    }
    if (kind <= 10) {
      const section = from(SECTIONS);
      items.push([section, `thing ${step}`]);
      return {
        touches: [`item ${step}`],
        apply: (files) => ({
          ...files,
          'description.md': files['description.md']!.replace(
            new RegExp(`# ${section}\\n\\n(?:- .*\\n)+`),
            (list) => `${list}- thing ${step} of the list\n`,
          ),
        }),
      };
    }
    if (kind === 11 && items.length > 0) {
      const [, item] = from(items);
      return {
        touches: [item.replace('thing', 'item')],
        apply(files) {
          const line = new RegExp(`- ${item} of the list.*\\n`);
          if (!line.test(files['description.md']!)) throw new Error('depends');
          const next = `- ${item} of the list, edited in ${step}\n`;
          return { ...files, 'description.md': files['description.md']!.replace(line, next) };
        },
      };
    }
    if (kind === 12) {
      const field = from(FIELDS);
      return {
        touches: [`field ${field}`],
        apply: (files) => ({
          ...files,
          'state.md': files['state.md']!.replace(new RegExp(`${field}: .*`), `${field}: as of ${step}`),
        }),
      };
    }
    const some = [...notes.keys()];
    if (kind === 13 || some.length === 0) {
      const path = `bucket/note-${step}.md`;
      notes.set(`note ${step}`, path);
      return {
        touches: [`note ${step}`],
        apply: (files) => ({ ...files, [path]: `# Note ${step}\n\nThe first words of note ${step}.\n` }),
      };
    }
    const note = from(some);
    const path = notes.get(note)!;
    const mine = (files: Files): string => {
      const found = Object.keys(files).find((name) => files[name]!.startsWith(`# N${note.slice(1)}\n`));
      if (found === undefined) throw new Error('depends');
      return found;
    };
    if (kind === 14)
      return {
        touches: [`${note}.${step}`],
        apply(files) {
          const name = mine(files);
          return { ...files, [name]: `${files[name]}\nA paragraph added in step ${step}.\n` };
        },
      };
    const next = `bucket/moved-${step}/${path.split('/').at(-1)}`;
    notes.set(note, next);
    return {
      touches: [`${note}.path`],
      apply(files) {
        const { [mine(files)]: text, ...others } = files;
        return { ...others, [next]: text! };
      },
    };
  };
}

function related(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/** The files as they would be without one change; null if a later one needs it. */
function without(changes: readonly Change[], skipped: number): Files | null {
  const { touches } = changes[skipped]!;
  const later = changes.slice(skipped + 1).flatMap((change) => change.touches);
  if (touches.some((unit) => later.some((other) => related(unit, other)))) return null;
  return changes
    .filter((_, index) => index !== skipped)
    .reduce((files, change) => change.apply(files), START);
}

async function recordAll(changes: readonly Change[]) {
  const temp = tempVault(START);
  const history = createGitHistory(temp.vault);
  await history.record({ source: 'init', paths: [ROOT] });
  const ids: string[] = [];
  let files = START;
  for (const [index, change] of changes.entries()) {
    const next = change.apply(files);
    for (const path of Object.keys(files)) if (!(path in next)) rmSync(join(temp.root, path));
    for (const [path, text] of Object.entries(next)) if (files[path] !== text) temp.put(path, text);
    files = next;
    const source = (['update', 'tool', 'outside', 'import'] as const)[index % 4]!;
    ids.push((await history.record({ source, reason: `change ${index}`, paths: [ROOT] }))!.id);
  }
  const now = (): Files =>
    Object.fromEntries(
      readdirSync(temp.root, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
        .map((path) => [
          path.replaceAll('\\', '/'),
          bodyOf(readFileSync(join(temp.root, path), 'utf8')).trimStart(),
        ]),
    );
  return { ids, files, now, undo: (id: string) => undoEntry(temp.vault, history, id) };
}

function changesOf(seed: number, length: number): Change[] {
  const random = fc.sample(fc.array(fc.nat(), { minLength: length * 4, maxLength: length * 4 }), {
    seed,
    numRuns: 1,
  })[0]!;
  const make = changeMaker((most) => random.pop()! % most);
  return Array.from({ length }, (_, step) => make(step));
}

describe('undo', () => {
  const length = Number(process.env.RAPPEL_UNDO_ENTRIES ?? 30);

  it('takes out any one entry as if it had never been, and puts it back', async () => {
    const changes = changesOf(7, length);
    const { ids, files, now, undo } = await recordAll(changes);
    let refused = 0;
    for (const [index, id] of ids.entries()) {
      const expected = without(changes, index);
      try {
        const { id: undone } = await undo(id);
        if (expected !== null) expect(now(), `change ${index}: ${changes[index]!.touches}`).toEqual(expected);
        await undo(undone);
      } catch (error) {
        // What a later entry removed again can't be taken out; what it changed may be refused.
        const { code } = error as { code?: string };
        if (expected !== null || !['stale', 'no_match'].includes(code ?? '')) throw error;
        if (code === 'no_match') continue;
        refused++;
      }
      expect(now(), `change ${index} undone and redone`).toEqual(files);
    }
    expect(refused).toBeLessThanOrEqual(Math.max(2, length / 20));
  });

  it('of all entries, in any order, ends at the start', async () => {
    const { ids, now, undo } = await recordAll(changesOf(11, length));
    let left = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), { seed: 3, numRuns: 1 })[0]!;
    for (let before = 0; left.length > 0 && left.length !== before; ) {
      before = left.length;
      const refused: string[] = [];
      for (const id of left)
        await undo(id).catch((error) => {
          if (error.code === 'stale') refused.push(id);
          else if (error.code !== 'no_match') throw error;
        });
      left = refused;
    }
    expect(left).toEqual([]);
    expect(now()).toEqual(START);
  });
});
