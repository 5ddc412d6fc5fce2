import { chmodSync, lstatSync } from 'node:fs';

/**
 * Takes a file's or folder's permissions away from everybody but its owner. Never follows a link. What can't be changed
 * (another owner, a read-only disk, a file system without permissions) stays as it is.
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
