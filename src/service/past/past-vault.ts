import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { createVault, type Vault } from '../../vault/vault.js';
import type { History, HistoryEntry } from '../history/history.js';

/**
 * The vault as it was at the end of a day, for as long as `use` takes: the wanted files, from the history, in a folder that only
 * this user can read. What shows files shows these as it would show those of a checkout. Throws `invalid_input` for a day that the history
 * does not know.
 */
export async function withPastVault<Result>(
  { vault, history }: { vault: Vault; history: History },
  day: string,
  isWanted: (path: VaultPath) => boolean,
  use: (past: Vault) => Promise<Result>,
): Promise<Result> {
  const entries = await entriesUntil(history, day, localDate(vault.clock.now()));
  const files = [...(await history.filesAt({ id: entries.at(-1)!.id }))].filter(([path]) => isWanted(path));
  const times = lastChanges(entries);
  const root = mkdtempSync(join(tmpdir(), 'rappel-past-'));
  try {
    let next = 0;
    for await (const bytes of history.read(files.map(([, version]) => version))) {
      const [path] = files[next++]!;
      const address = join(root, path);
      mkdirSync(dirname(address), { recursive: true });
      writeFileSync(address, bytes);
      const time = new Date(times.get(path) ?? entries[0]!.time);
      utimesSync(address, time, time);
    }
    return await use(createVault({ root, clock: { now: () => new Date(`${day}T23:59:59`) } }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The entries up to the end of a day, oldest first. */
async function entriesUntil(history: History, day: string, today: string): Promise<HistoryEntry[]> {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && localDate(new Date(`${day}T12:00:00`)) === day;
  if (!isDay) throw wrong(`"${day.slice(0, 40)}" is not a day like 2025-07-14`);
  if (day > today) throw wrong(`${day} is in the future`, 'Name a day up to today.');
  const entries = history.available ? await history.entries() : [];
  const [first] = entries;
  if (first === undefined)
    throw wrong('this vault has no history', 'Install git; from then on every change is recorded.');
  const known = entries.filter(({ time }) => time.slice(0, 10) <= day);
  if (known.length > 0) return known;
  const begins = first.time.slice(0, 10);
  throw wrong(`the history begins on ${begins}`, `Name a day from ${begins} on.`);
}

function lastChanges(entries: readonly HistoryEntry[]): Map<VaultPath, string> {
  const times = new Map<VaultPath, string>();
  for (const { time, files } of entries) for (const { path } of files) times.set(path, time);
  return times;
}

function wrong(message: string, hint?: string): RappelError {
  return new RappelError('invalid_input', message, hint === undefined ? {} : { hint });
}
