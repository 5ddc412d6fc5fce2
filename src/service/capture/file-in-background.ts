import { spawn } from 'node:child_process';
import { currentLease } from '../locks/lease.js';
import { sessionFiles } from './session-files.js';

/**
 * Has what was captured filed, if no service runs that does it: by a process that ends when it is done, and that its client
 * does not wait for. `hasMore`: sessions of killed clients are left to be looked at.
 */
export function fileInBackground(root: string, { hasMore = false } = {}): void {
  const files = sessionFiles(root);
  if (!hasMore && !files.isWaiting() && files.undrawnIds().length === 0) return;
  if (currentLease(root) !== null) return;
  const args = [process.argv[1]!, 'capture', 'file', '--vault', root];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', cwd: root })
    .on('error', () => {})
    .unref();
}
