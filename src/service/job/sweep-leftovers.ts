import { createHash } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPidFree } from '../../shared/process-identity.js';
import { namesIn } from '../../shared/read-or-null.js';
import { sweepLock } from '../../vault/lock.js';

/**
 * Removes what killed processes left beside the files of one folder: half-written copies, locks, and second names
 * of replaced files. A replaced file that was written to afterwards contains an unseen edit: it is restored.
 */
export function sweepLeftovers(folder: string): void {
  for (const name of namesIn(folder).filter((candidate) => candidate.startsWith('.rappel-'))) {
    const file = join(folder, name);
    try {
      const pid = /^\.rappel-(?:[0-9a-f]{12}-)?(\d+)-[0-9a-f]+\.(?:tmp|old)$/.exec(name)?.[1];
      if (pid !== undefined && isPidFree(Number(pid))) {
        if (name.endsWith('.old')) bringBackIfNewer(folder, file);
        rmSync(file, { force: true });
      }
      const draft = /^\.rappel-[0-9a-f]{12}\.lock-(\d+)-[0-9a-f]+$/.exec(name)?.[1];
      if (draft !== undefined && isPidFree(Number(draft))) rmSync(file, { recursive: true, force: true });
      if (/^\.rappel-[0-9a-f]{12}\.lock$/.test(name)) sweepLock(file);
    } catch {
      // Gone meanwhile, or not ours to remove.
    }
  }
}

/** The hidden second name of a file that is being replaced, by this process. */
export function secondName(target: string, unique: string): string {
  return `.rappel-${digest(basename(target))}-${process.pid}-${unique}.old`;
}

function bringBackIfNewer(folder: string, old: string): void {
  const mark = basename(old).slice('.rappel-'.length, '.rappel-'.length + 12);
  const name = namesIn(folder).find((other) => !other.startsWith('.') && digest(other) === mark);
  if (name === undefined) return;
  const target = join(folder, name);
  if (statSync(old).mtimeMs > statSync(target).mtimeMs) renameSync(old, target);
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}
