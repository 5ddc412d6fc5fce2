import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import { parseStored, storedPath } from '../state/stored-fields.js';

/** A note whose links a move changes. */
export interface PlannedNote {
  /** Where it is before the move. */
  path: VaultPath;
  /** Identifies its text with the changed links, like `versionOf`. */
  after: string;
}

/** A move that is under way, with what it does to links. */
export interface MoveJournal {
  from: VaultPath;
  to: VaultPath;
  /** What the history calls it. */
  reason: string;
  notes: readonly PlannedNote[];
}

const stored = z.object({
  from: storedPath(),
  to: storedPath(),
  reason: z.string(),
  notes: z.array(z.object({ path: storedPath(), after: z.string() })),
});

/** On the disk before the first change: the service that finds it there finishes the move. */
export function keepMove(root: string, move: MoveJournal): void {
  writeDurably(fileIn(stateFolder(root)), JSON.stringify(move));
}

export function dropMove(root: string): void {
  rmSync(fileIn(join(root, '.rappel')), { force: true });
}

/** Null if there is none, or one that Rappel did not write. */
export function readMove(root: string): MoveJournal | null {
  const text = readOrNull(fileIn(join(root, '.rappel')));
  return text === null ? null : parseStored(stored, text);
}

function fileIn(state: string): string {
  return join(state, 'move.json');
}
