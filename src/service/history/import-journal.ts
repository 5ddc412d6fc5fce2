import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../../shared/loose-json.js';
import { recordedPath, type VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';

export interface Interrupted {
  /** Identifies the import: its source and destination. */
  name: string;
  reason: string;
  paths: VaultPath[];
}

/**
 * Starts to record what an import writes, on disk before each write: after a kill the next run knows what belongs
 * together. Returns a function that records files.
 */
export function beginJournal(
  root: string,
  { name, reason, paths }: Interrupted,
): (paths: readonly VaultPath[]) => void {
  const file = journalFile(root);
  const linesOf = (list: readonly VaultPath[]) =>
    list.map((path) => `${JSON.stringify({ path })}\n`).join('');
  writeDurably(file, `${JSON.stringify({ name, reason })}\n${linesOf(paths)}`);
  return (list) => appendFileSync(file, linesOf(list));
}

/** Everything is in the history. */
export function dropJournal(root: string): void {
  rmSync(journalFile(root), { force: true });
}

/** The import that a kill interrupted; null if the last one finished. */
export function readInterrupted(root: string): Interrupted | null {
  const file = join(root, '.rappel', 'import.jsonl');
  if (!existsSync(file)) return null;
  // The last line may be cut off: then its file was not written yet.
  const [first, ...rest] = readFileSync(file, 'utf8')
    .split('\n')
    .map(parseRecord)
    .filter((record) => record !== null);
  if (typeof first?.name !== 'string' || typeof first.reason !== 'string') return null;
  const paths = rest.flatMap(({ path }) => ownPath(path));
  return { name: first.name, reason: first.reason, paths };
}

/** Of an entry for files that an import wrote and did not record itself. */
export function cutOffReason({ reason }: Interrupted): string {
  return `${reason} (interrupted)`;
}

/** Ignores lines that no import of ours wrote: the journal may come from another person's archive. */
function ownPath(path: unknown): VaultPath[] {
  try {
    return [recordedPath(path)];
  } catch {
    return [];
  }
}

function journalFile(root: string): string {
  return join(stateFolder(root), 'import.jsonl');
}
