import { spawn } from 'node:child_process';
import { currentLease } from '../locks/lease.js';
import { askForFiling } from './file-in-turn.js';
import { sessionFiles } from './session-files.js';

/**
 * Has what was captured filed, if no service runs that does it: by a process that ends when it is done, and that its client
 * does not wait for. One at a time. `hasMore`: sessions of killed clients are left to be looked at. Never throws.
 */
export function fileInBackground(root: string, { hasMore = false } = {}): void {
  try {
    const files = sessionFiles(root);
    if (!hasMore && !files.isWaiting() && files.undrawnIds().length === 0) return;
    if (currentLease(root) !== null || askForFiling(root)) return;
    const args = [process.argv[1]!, 'capture', 'file', '--no-wait', '--vault', root];
    spawn(process.execPath, args, { detached: true, stdio: 'ignore', cwd: root })
      .on('error', () => {})
      .unref();
  } catch {
    // What can't be filed now waits for the next session.
  }
}
