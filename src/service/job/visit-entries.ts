import type { Stats } from 'node:fs';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { fileSystem } from '../../vault/file-system.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { createUnlistable, walk } from '../../vault/scan.js';

/**
 * Visits every file and folder of the vault, or of a folder of it, and lets others run meanwhile; a folder has no stats.
 * Returns the folders that could not be listed: nothing is known about their content.
 */
export async function visitEntries(
  root: string,
  visit: (path: VaultPath, stats: Stats | null) => void,
  { target, path: top }: Pick<Place, 'target' | 'path'> = { target: root, path: ROOT },
) {
  const yieldToEventLoop = createYielder();
  const unreadable = createUnlistable();
  for (const { path, kind, address } of walk(root, target, top, unreadable.add)) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    if (kind === 'folder') visit(path, null);
    else {
      const own = fileSystem.lstat(address);
      const stats = own?.isSymbolicLink() ? fileSystem.stat(address) : own;
      if (stats !== undefined) visit(path, stats);
    }
  }
  return unreadable;
}

/** What tells every file from its other versions, without reading it. */
export async function scanLooks(root: string) {
  const looks = new Map<VaultPath, string>();
  const unreadable = await visitEntries(root, (path, stats) => {
    if (stats !== null) looks.set(path, lookOf(stats));
  });
  return { looks, unreadable };
}

export function lookOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}-${size}-${mtimeMs}`;
}
