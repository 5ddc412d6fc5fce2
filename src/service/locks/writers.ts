import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../shared/ids.js';
import { lifeOf, ownIdentity } from '../../shared/process-identity.js';
import { namesIn } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';

const RENEW_MS = 5_000;
/** A mark not renewed for this long is abandoned, even if its process runs. */
const FORGOTTEN_MS = 60_000;

/**
 * Runs `work`, which records its own changes of the vault. From `announce` until its end, however it ends, a
 * running service does not record outside edits, so that one change is one entry.
 */
export async function withWriter<Result>(
  root: string,
  work: (announce: () => void) => Promise<Result>,
): Promise<Result> {
  let remove: (() => void) | null = null;
  try {
    return await work(() => {
      remove ??= leaveMark(root);
    });
  } finally {
    (remove as (() => void) | null)?.();
  }
}

/** For a process that records outside edits itself: counts its own writers too, which leave no mark on the disk. */
export function createWriters(root: string) {
  let own = 0;
  return {
    /** Whether a writer is at work, in this process or another. */
    areWriting: (): boolean => own > 0 || hasWriters(root),
    async withWriter<Result>(work: (announce: () => void) => Promise<Result>): Promise<Result> {
      let isAnnounced = false;
      try {
        return await work(() => {
          if (!isAnnounced) own++;
          isAnnounced = true;
        });
      } finally {
        if (isAnnounced) own--;
      }
    },
  };
}

/** Whether a process is in the middle of its changes; removes abandoned marks. */
export function hasWriters(root: string): boolean {
  const folder = join(root, '.rappel', 'writers');
  let found = false;
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    try {
      const isOld = Math.abs(Date.now() - statSync(file).mtimeMs) > FORGOTTEN_MS;
      if (isOld || lifeOf(JSON.parse(readFileSync(file, 'utf8'))) === 'gone') rmSync(file, { force: true });
      else found = true;
    } catch {
      // Just being written, or just gone.
    }
  }
  return found;
}

function leaveMark(root: string): () => void {
  try {
    const folder = join(stateFolder(root), 'writers');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${newId()}.json`);
    writeFileSync(file, JSON.stringify(ownIdentity()));
    const beat = setInterval(() => renew(file), RENEW_MS);
    beat.unref();
    return () => {
      clearInterval(beat);
      rmSync(file, { force: true });
    };
  } catch {
    // A full or read-only disk: at worst the change is recorded twice.
    return () => {};
  }
}

function renew(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Cleared away as forgotten, or the disk can't be written.
  }
}
