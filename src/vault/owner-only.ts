import { chmodSync, lstatSync } from 'node:fs';

/**
 * Makes a file or folder accessible to its owner only. Never follows a link. If the permissions can't be changed
 * (another owner, a read-only disk, a file system without permissions), they stay.
 */
export function restrictToOwner(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return;
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch {
    // See above.
  }
}
