import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../shared/ids.js';
import { lifeOf, ownIdentity } from '../shared/process-identity.js';
import { stateFolder } from '../vault/state-folder.js';

/**
 * Says that this process is about to change files and will record that itself. A running service waits with its own
 * entry of outside edits meanwhile, so that one change is one entry. Returns the way to say that it is done.
 */
export function announceWriter(root: string): () => void {
  try {
    const folder = join(stateFolder(root), 'writers');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${newId()}.json`);
    writeFileSync(file, JSON.stringify(ownIdentity()));
    return () => rmSync(file, { force: true });
  } catch {
    // A full or read-only disk: at worst the change is recorded twice.
    return () => {};
  }
}

/** For one that can't be asked whether it lives. */
const FORGOTTEN_MS = 60_000;

/** Whether some process is in the middle of its changes; what dead ones left is cleared away. */
export function hasWriters(root: string): boolean {
  const folder = join(root, '.rappel', 'writers');
  let found = false;
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    try {
      const life = lifeOf(JSON.parse(readFileSync(file, 'utf8')));
      const isOld = Math.abs(Date.now() - statSync(file).mtimeMs) > FORGOTTEN_MS;
      if (life === 'gone' || (life === 'unknown' && isOld)) rmSync(file, { force: true });
      else found = true;
    } catch {
      // Just being written, or just gone.
    }
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
