import { type ErrorData, RappelError } from '../../shared/errors.js';
import { showPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { type Message, message } from '../../words/message.js';
import type { History, HistoryEntry } from '../history/history.js';
import { findUndone } from '../history/timeline.js';
import { type Revert, type RevertOptions, runRevert } from './revert.js';
import type { Obstacle, UndoChoices } from './undo-file.js';
import { planUndo } from './undo-plan.js';

/**
 * Takes out what an entry brought in, and brings back what it removed, unit by unit: later changes beside it stay. Where
 * a later change altered the same unit, `choices` decides; without a choice nothing is changed, and the error
 * lists those units. Undoing an undo is a redo.
 */
export async function undoEntry(
  vault: Vault,
  history: History,
  id: string,
  choices: UndoChoices = {},
  watch?: RevertOptions,
): Promise<HistoryEntry> {
  const prepare = async (): Promise<Revert> => {
    const entry = await history.find(id);
    const undone = findUndone(await history.entries()).get(id);
    if (undone !== undefined && !undone.partly) throw alreadyUndone(entry);
    const { steps, obstacles, partly } = await planUndo(vault, history, entry, choices);
    if (obstacles.length > 0) throw refusal(obstacles, id);
    return {
      steps,
      entry: { source: 'undo', reason: reasonFor(entry), input: entry.input, undoes: id, partly },
    };
  };
  const recorded = await runRevert(vault, history, prepare, watch);
  if (recorded !== null) return recorded;
  throw new RappelError('no_match', 'undo.nothing_left');
}

/** Brings back what the undo of an entry took out; `id` is that of the entry or of its undo. */
export async function redoEntry(
  vault: Vault,
  history: History,
  id: string,
  choices: UndoChoices = {},
  watch?: RevertOptions,
): Promise<HistoryEntry> {
  const entry = await history.find(id);
  const undo = findUndone(await history.entries()).get(id);
  const isUndo = entry.undoes !== undefined;
  if (undo !== undefined && !isUndo) return undoEntry(vault, history, undo.id, choices, watch);
  if (isUndo) return undoEntry(vault, history, id, choices, watch);
  throw new RappelError('no_match', 'redo.not_undone');
}

function reasonFor({ reason, undoes }: HistoryEntry): string {
  if (undoes === undefined) return `Undid: ${reason}`;
  const of = reason.replace(/^(?:Undid|Redid): /, '');
  return reason.startsWith('Undid: ') ? `Redid: ${of}` : `Undid: ${of}`;
}

function alreadyUndone({ id, undoes }: HistoryEntry): RappelError {
  return undoes === undefined
    ? new RappelError('no_match', 'undo.done_already', { id })
    : new RappelError('no_match', 'redo.done_already', { id: undoes });
}

function refusal(obstacles: readonly Obstacle[], id: string): RappelError {
  const data: Required<Pick<ErrorData, 'obstacles'>> = {
    obstacles: obstacles.map((obstacle) => ({ ...obstacle, path: showPath(obstacle.path) })),
  };
  const each = data.obstacles.map(({ path, reason, units = [] }) => {
    const all = [
      message(`undo.${reason}`, { file: path }),
      ...units.map(({ headings, ours }) => named(headings, ours)),
    ];
    return message('list', { items: { each: all, between: ', ' } });
  });
  return new RappelError('stale', 'undo.obstacles', { reasons: { each, between: '; ' }, id, data });
}

/** Names a unit by the heading above it, and by its text if that is short. */
function named(headings: readonly string[], given: string | null): Message {
  const heading = headings.at(-1)?.replace(/^#+\s*/, '');
  const whole = (given ?? '').replaceAll(/\s+/g, ' ').trim();
  const shown = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN)}…` : whole;
  const text = shown ? message('undo.text', { text: shown }) : message('undo.removed');
  return heading ? message('undo.unit', { heading, text }) : text;
}

const MOST_SHOWN = 60;
