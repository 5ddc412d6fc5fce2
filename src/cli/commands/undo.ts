import type { HistoryPort } from '../../memory/memory.js';
import type { HistoryEntry } from '../../service/history/history.js';
import type { UndoChoice, UndoChoices } from '../../service/history/undo-plan.js';
import { type ErrorData, RappelError } from '../../shared/errors.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { runRevert } from '../run-revert.js';

export const undo: Command = {
  name: 'undo',
  summary: 'Take out what an entry of the history brought in.',
  usage: 'ID|last',
  arguments: { least: 1, most: 1 },
  options: {
    'keep-changed': { value: true, summary: 'leave what was changed since as it is, undo the rest' },
    'take-changed': { value: true, summary: 'undo also what was changed since' },
  },
  examples: ['rappel undo last', 'rappel undo 3f9a0c21be', 'rappel undo 3f9a0c21be --keep-changed'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const choices = choicesOf(invocation);
    await runRevert(invocation, async (history) => {
      const entry = id === 'last' ? await lastEntry(history) : id;
      return undoOrAsk(history, entry, choices, invocation);
    });
  },
};

function choicesOf(invocation: Invocation): UndoChoices {
  const [keep, take] = [invocation.flag('keep-changed'), invocation.flag('take-changed')];
  if (keep && take) throw new UsageError('choose one of --keep-changed and --take-changed');
  return keep ? { all: 'keep' } : take ? { all: 'take' } : {};
}

/** The newest change, not counting what undo itself changed. */
async function lastEntry(history: HistoryPort): Promise<string> {
  const entries = await history.list({ limit: 50 });
  const last = entries.find(({ source }) => !['undo', 'trim', 'init'].includes(source));
  if (last !== undefined) return last.id;
  throw new RappelError('no_match', 'nothing to undo yet', { hint: 'List the entries with: rappel history' });
}

/** On a terminal, asks about each unit that was changed since, then undoes the entry with the answers. */
async function undoOrAsk(
  history: HistoryPort,
  id: string,
  choices: UndoChoices,
  invocation: Invocation,
): Promise<HistoryEntry> {
  try {
    return await history.undo(id, choices);
  } catch (error) {
    const obstacles = error instanceof RappelError ? (error.data?.obstacles ?? []) : [];
    if (obstacles.length === 0 || invocation.flag('json')) throw error;
    const answers = await askAll(obstacles);
    if (answers === null) throw error;
    return history.undo(id, { ...choices, ...answers });
  }
}

type Obstacles = NonNullable<ErrorData['obstacles']>;

/** Null if nobody can be asked, or if a folder is in the way. */
async function askAll(obstacles: Obstacles): Promise<Record<string, UndoChoice> | null> {
  if (obstacles.some(({ reason }) => reason === 'folder')) return null;
  const answers: Record<string, UndoChoice> = {};
  for (const { path, reason, units } of obstacles) {
    const questions: [string, string][] = units?.map(({ id, ours, theirs }) => [
      id,
      `${path}: this was changed since.\n  now:    ${shown(ours)}\n  before: ${shown(theirs)}\nUndo it too?`,
    ]) ?? [[path, `${path} was ${reason} since. Put it back as it was before?`]];
    for (const [key, question] of questions) {
      const answer = await confirm(question);
      if (answer === null) return null;
      answers[key] = answer ? 'take' : 'keep';
    }
  }
  return answers;
}

function shown(text: string | null): string {
  return text === null ? '(nothing)' : text.replaceAll('\n', '\n          ');
}
