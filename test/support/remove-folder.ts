import { rmSync } from 'node:fs';

const MOST_TRIES = 500;
const BETWEEN_MS = 20;

/**
 * Removes a folder and what is in it. A process that was killed a moment ago, or a program that it started, may still
 * write there: what came after a folder was listed keeps it from being removed, and `maxRetries` does not list it again.
 */
export function removeFolder(folder: string): void {
  for (let tries = 1; ; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === MOST_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_MS);
    }
  }
}
