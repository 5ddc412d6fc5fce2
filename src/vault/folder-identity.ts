import { statSync } from 'node:fs';

/** A folder by its number on its disk: the same for any path or link that leads there, and different for a copy. Null if it is unavailable. */
export function folderIdentity(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
