import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ioError } from '../shared/errors.js';
import { readOrNull } from '../shared/read-or-null.js';

/**
 * A lock on the disk: a folder with one file, whose name is unique to its holder. The next holder renames its own
 * folder over it, which the system allows only if the folder is missing or empty. So no step can harm a living
 * holder: a removal names one holder, and only an empty folder can be replaced. Each method is one file-system
 * operation.
 */
export interface LockFolder {
  /** Makes `holder` the holder, if the lock is free. */
  publish(holder: string): boolean;
  holders(): string[];
  remove(holder: string): void;
  removeIfEmpty(): void;
}

/** The result of an attempt: the lock is ours, `holder` has it, or it was free for a moment and another process won. */
export type Attempt = { taken: true } | { taken: false; holder: string | null };

/**
 * One attempt to take a lock. At each `yield`, other processes may take their own steps or this one may be killed;
 * the test tries all orders.
 */
export function* attempt(
  folder: LockFolder,
  own: string,
  isAbandoned: (holder: string) => boolean,
): Generator<void, Attempt> {
  yield;
  for (const holder of folder.holders()) {
    yield;
    if (!isAbandoned(holder)) return { taken: false, holder };
    yield;
    folder.remove(holder);
  }
  yield;
  if (folder.publish(own)) return { taken: true };
  yield;
  // Windows can't rename over an existing folder.
  folder.removeIfEmpty();
  return { taken: false, holder: null };
}

export function* release(folder: LockFolder, own: string): Generator<void, void> {
  yield;
  folder.remove(own);
  yield;
  folder.removeIfEmpty();
}

/** Runs all steps without a pause. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The lock at `path`; `content` goes into the holder's file. */
export function openLockFolder(path: string, content: () => string) {
  return {
    publish(holder: string): boolean {
      // Complete under another name first: a holder's file always has its content.
      const draft = `${path}-${holder}`;
      try {
        mkdirSync(draft);
        writeFileSync(join(draft, holder), content());
        renameSync(draft, path);
        return true;
      } catch (error) {
        // A network disk may do a rename and lose the reply.
        if (existsSync(join(path, holder))) return true;
        rmSync(draft, { recursive: true, force: true });
        if (isTaken(error as NodeJS.ErrnoException)) return false;
        throw ioError(error, dirname(path));
      }
    },
    holders(): string[] {
      try {
        return readdirSync(path);
      } catch (error) {
        if (isMissing(error)) return [];
        throw ioError(error, path);
      }
    },
    remove(holder: string): void {
      try {
        rmSync(join(path, holder), { recursive: true, force: true });
      } catch (error) {
        throw ioError(error, path);
      }
    },
    removeIfEmpty(): void {
      try {
        rmdirSync(path);
      } catch {
        // Another process was faster and holds the lock.
      }
    },
    /** Null if it is gone. */
    read: (holder: string) => readOrNull(join(path, holder)),
    /** Rewrites a holder's content. Never creates the file: a lock that was taken away stays away. */
    renew(holder: string): void {
      const file = openSync(join(path, holder), 'r+');
      try {
        writeSync(file, content(), 0);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** Windows only says that the rename is not permitted. */
function isTaken({ code, syscall }: NodeJS.ErrnoException): boolean {
  return syscall === 'rename' && ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(code ?? '');
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
