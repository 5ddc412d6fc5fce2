import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ioError } from '../shared/errors.js';
import { readBytes, writeIfUnchanged } from '../vault/files.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import { versionOf, versionOfBytes } from '../vault/stamp.js';
import { stateFolder } from '../vault/state-folder.js';
import type { Vault } from '../vault/vault.js';
import { writeDurably } from './durable.js';
import type { Change } from './watch-changes.js';

/**
 * The before-images of a running update, on disk before each change: what is needed to take back a run that failed or
 * was killed, without git.
 */
export function createJournal(folder: string) {
  let next = existsSync(folder) ? readdirSync(folder).length : 0;
  return {
    tell(change: Change): void {
      try {
        mkdirSync(folder, { recursive: true });
        writeDurably(join(folder, `${String(next++).padStart(6, '0')}.json`), JSON.stringify(change));
      } catch (error) {
        throw ioError(error, showPath(change.kind === 'move' ? change.from : change.path));
      }
    },
    drop(): void {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Takes back every change of a journal, the last one first. A file that somebody changed after the run is left alone
 * and named in the answer. May be repeated: what is back already stays.
 */
export function rollBack(vault: Vault, folder: string): string[] {
  const left: string[] = [];
  const names = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
  for (const name of names) {
    const change: Change | null = parse(readFileSync(join(folder, name), 'utf8'));
    // A record that was cut short by a kill was never followed by its change.
    if (change !== null && !takeBack(vault, change))
      left.push(showPath(change.kind === 'move' ? change.to : change.path));
  }
  rmSync(folder, { recursive: true, force: true });
  return left;
}

/** False where the file is neither what the change made nor what was there before. */
function takeBack(vault: Vault, change: Change): boolean {
  if (change.kind === 'move') return rename(vault.locate(change.to).entry, vault.locate(change.from).entry);
  if (change.kind === 'remove') {
    const trashed = join(stateFolder(vault.root), 'trash', change.batch, ...change.path.split('/'));
    return !existsSync(trashed) || rename(trashed, vault.locate(change.path).entry);
  }
  return takeBackSave(vault, change.path, change.before, change.afterVersion);
}

function takeBackSave(vault: Vault, path: VaultPath, before: string | null, afterVersion: string): boolean {
  const place = vault.locate(path);
  if (place.kind === 'missing') return before === null;
  const current = readBytes(place);
  const version = versionOfBytes(current);
  if (before !== null && version === versionOf(before)) return true;
  if (version !== afterVersion) return false;
  if (before === null) rmSync(place.target);
  else writeIfUnchanged(place, current, before);
  return true;
}

/** Moves an entry back unless something stands in its place; nothing to do where it is back already. */
function rename(from: string, to: string): boolean {
  if (!existsSync(from)) return existsSync(to);
  if (existsSync(to)) return false;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  return true;
}

function parse(text: string): Change | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
