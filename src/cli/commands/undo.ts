import type { RunByName } from '../../operations/list.js';
import type { UndoChoice, UndoChoices } from '../../service/changes/undo-file.js';
import type { UndoPreview } from '../../service/changes/undo-preview.js';
import type { HistoryEntry, Source } from '../../service/history/history.js';
import { type ErrorData, RappelError } from '../../shared/errors.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { withMemory } from '../open-memory.js';
import { revertAndShow } from '../run-revert.js';

export const CHOICES: Command['options'] = {
  'keep-changed': { value: true, summary: 'keep what was changed since, and change the rest' },
  'take-changed': { value: true, summary: 'also replace what was changed since' },
};

export const undo: Command = {
  summary: 'Undo an entry of the history.',
  usage: 'ID|last',
  arguments: { least: 1, most: 1 },
  options: {
    ...CHOICES,
    'dry-run': { value: true, summary: 'show what would change, and do nothing' },
  },
  examples: ['rappel undo last', 'rappel undo 3f9a0c21be --dry-run', 'rappel undo 3f9a0c21be --keep-changed'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const entryIn = async (run: RunByName) => (id === 'last' ? lastEntry(run) : id);
    if (invocation.flag('dry-run')) {
      const preview = await withMemory(invocation, async ({ run }) =>
        run('history/preview', { id: await entryIn(run) }),
      );
      invocation.report(preview, () =>
        invocation.terminal.out(previewLines(preview, invocation.terminal.say).join('\n')),
      );
      return;
    }
    await revertAndShow(invocation, async (run, signal) => {
      const entry = await entryIn(run);
      return orAsk(invocation, (choices) => run('history/undo', { id: entry, choices }, { signal }));
    });
  },
};

function choicesOf(invocation: Invocation): UndoChoices {
  const [keep, take] = [invocation.flag('keep-changed'), invocation.flag('take-changed')];
  if (keep && take) throw new UsageError('usage.undo_choice');
  return keep ? { all: 'keep' } : take ? { all: 'take' } : {};
}

/** What Rappel was last asked to do. A service also records, at any moment, what other programs changed and what it stamped itself. */
async function lastEntry(run: RunByName): Promise<string> {
  const { entries } = await run('history/list', { limit: 1_000 });
  const last = entries.find(({ source, undone_by }) => undone_by === null && !NOT_ASKED.has(source));
  if (last !== undefined) return last.id;
  throw new RappelError('no_match', 'undo.nothing_yet');
}

const NOT_ASKED: ReadonlySet<Source> = new Set(['outside', 'undo', 'trim', 'init', 'sync']);

/** Undoes or redoes an entry. On a terminal, asks about each unit that was changed since, then does it with the answers. */
export async function orAsk(
  invocation: Invocation,
  revert: (choices: UndoChoices) => Promise<HistoryEntry>,
): Promise<HistoryEntry> {
  const choices = choicesOf(invocation);
  try {
    return await revert(choices);
  } catch (error) {
    const obstacles = error instanceof RappelError ? (error.data?.obstacles ?? []) : [];
    if (obstacles.length === 0 || invocation.flag('json')) throw error;
    const answers = await askAll(obstacles, invocation.terminal);
    if (answers === null) throw error;
    return revert({ ...choices, ...answers });
  }
}

type Obstacle = NonNullable<ErrorData['obstacles']>[number];

/** Null if this is not a terminal, or if something else is in the way. */
async function askAll(
  obstacles: readonly Obstacle[],
  terminal: Terminal,
): Promise<Record<string, UndoChoice> | null> {
  const { say } = terminal;
  if (obstacles.some(({ reason }) => reason === 'folder' || reason === 'replaced')) return null;
  const answers: Record<string, UndoChoice> = {};
  for (const { path, reason, units } of obstacles) {
    const questions: [string, string][] = units?.map(({ id, headings, ours, theirs }) => [
      id,
      say`${[path, ...headings.slice(-1).map(titleOf)].join(', ')}: this was changed since.\n  now:      ${shown(ours, say)}\n  would be: ${shown(theirs, say)}\nReplace it?`,
    ]) ?? [
      [
        path,
        reason === 'moved'
          ? say`${path} was moved again since. Move it back?`
          : say`${path} was changed since. Put the earlier version back?`,
      ],
    ];
    for (const [key, question] of questions) {
      const answer = await confirm(question, terminal);
      if (answer === null) return null;
      answers[key] = answer ? 'take' : 'keep';
    }
  }
  return answers;
}

function previewLines({ files, obstacles }: UndoPreview, say: Say): string[] {
  if (files.length + obstacles.length === 0) return [say`Nothing would change.`];
  return [
    ...files.flatMap(({ path, change, to, units }) => [
      to === undefined ? say`${path}: would be ${say(change)}` : say`${path}: would be moved to ${to}`,
      ...units.flatMap((unit) => [
        ...(unit.from === null ? [] : [`  - ${firstLine(unit.from, say)}`]),
        ...(unit.to === null ? [] : [`  + ${firstLine(unit.to, say)}`]),
      ]),
    ]),
    ...obstacles.map(({ path }) => say`${path}: was changed since; undo asks what to do`),
  ];
}

/** The first line of a unit, and how many more it has. */
function firstLine(text: string, say: Say): string {
  const [first = '', ...rest] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (rest.length === 0) return first;
  return rest.length === 1 ? say`${first} (+1 line)` : say`${first} (+${rest.length} lines)`;
}

function titleOf(heading: string): string {
  return `"${heading.replace(/^#+\s*/, '')}"`;
}

function shown(text: string | null, say: Say): string {
  return text === null ? say`(nothing)` : text.replaceAll('\n', '\n            ');
}
