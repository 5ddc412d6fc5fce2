import { createHash } from 'node:crypto';
import { RappelError } from '../../shared/errors.js';
import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import type { History, HistoryEntry, Version } from '../history/history.js';

/** The files of the vault at the end of a day, as the history knows them. */
export interface PastMoment {
  day: string;
  /** The same id means the same files, with the same times. */
  id: string;
  versions: ReadonlyMap<VaultPath, Version>;
  /** Null if there was no such file. */
  sizeOf(path: VaultPath): number | null;
  /** When a file was changed last, local time. */
  timeOf(path: VaultPath): string;
  /** The day after this one on which a file, or something in a folder, first appeared; null if it never did. */
  appears(path: VaultPath): string | null;
}

/** Throws `invalid_input` for a day that the history does not know. */
export async function momentOf(history: History, day: string, today: string): Promise<PastMoment> {
  const entries = await entriesOf(history, day, today);
  const later = entries.findIndex(({ time }) => time.slice(0, 10) > day);
  const known = later === -1 ? entries : entries.slice(0, later);
  const begins = entries[0]!.time.slice(0, 10);
  if (known.length === 0)
    throw wrong(`as_of: got ${day}, expected a day from ${begins} on`, 'The history begins on that day.');
  const times = new Map<VaultPath, string>();
  for (const { time, files } of known) for (const { path } of files) times.set(path, time);
  const timeOf = (path: VaultPath) => times.get(path) ?? entries[0]!.time;
  const versions = await history.filesAt({ id: known.at(-1)!.id });
  const listed = await history.sizes([...versions.values()]);
  const sizes = new Map([...versions.keys()].map((path, index) => [path, listed[index]!]));
  return {
    day,
    id: digestOf(versions, timeOf),
    versions,
    sizeOf: (path) => sizes.get(path) ?? null,
    timeOf,
    appears: (path) =>
      entries
        .slice(known.length)
        .find(({ files }) => files.some((file) => file.change !== 'deleted' && isAtOrBelow(file.path, path)))
        ?.time.slice(0, 10) ?? null,
  };
}

/** Not the id of an entry: what was purged since is no longer in it. */
function digestOf(versions: ReadonlyMap<VaultPath, Version>, timeOf: (path: VaultPath) => string): string {
  const hash = createHash('sha256');
  for (const [path, version] of versions) hash.update(`${version} ${timeOf(path)} ${path}\0`);
  return hash.digest('base64');
}

async function entriesOf(history: History, day: string, today: string): Promise<HistoryEntry[]> {
  if (day > today) throw wrong(`as_of: got ${day}, expected a day up to today`);
  const entries = history.available ? await history.entries() : [];
  if (entries.length > 0) return entries;
  throw wrong('this vault has no history', 'Install git; from then on every change is recorded.');
}

function wrong(message: string, hint?: string): RappelError {
  return new RappelError('invalid_input', message, hint === undefined ? {} : { hint });
}
