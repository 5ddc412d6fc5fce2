import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { createVault, type Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { momentOf, type PastMoment, writePastFiles } from './past-files.js';

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
  const moment = await momentOf(history, day, localDate(vault.clock.now()));
  const root = makePastFolder();
  try {
    await writePastFiles(root, moment, history, isWanted);
    return await use(pastVault(root, moment));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A folder that only this user can read. */
export function makePastFolder(): string {
  return mkdtempSync(join(tmpdir(), 'rappel-past-'));
}

/** The vault in a folder with the files of a day. Its clock stands at the end of that day. */
export function pastVault(root: string, { day, appears }: PastMoment): Vault {
  const vault = createVault({ root, clock: { now: () => new Date(`${day}T23:59:59`) } });
  return {
    ...vault,
    missing(place, near) {
      const first = appears(place.path);
      if (first === null) return vault.missing(place, near);
      const message = `no such file or folder on ${day}; it first appears on ${first}`;
      return new RappelError('not_found', message, { path: place.shown });
    },
  };
}
