import { statSync } from 'node:fs';

/** A folder by its number on its disk: the same for any path or link that leads there, and different for a copy. Null if it is unavailable. */
export function folderIdentity(folder: string): string | null {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
