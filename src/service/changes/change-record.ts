import { accessSync, constants } from 'node:fs';
import { ioError } from '../../shared/errors.js';
import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, movedPath, showPath, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { trashAddress } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import { createBeforeImages } from './before-images.js';
import type { PlannedChange } from './changeset.js';

export type ChangeRecord = ReturnType<typeof createChangeRecord>;

/** What history and index need to know about a run of changes: the paths, their content before, and what was written. */
export function createChangeRecord(vault: Vault) {
  const paths = new Set<VaultPath>();
  const folders = new Set<VaultPath>();
  const written = new Map<VaultPath, Bytes>();
  const times = new Map<VaultPath, { first: number; last: number }>();
  const { images, keep, absent, follow, replaced, forget } = createBeforeImages();
  /** Files whose only reported change may not have happened: another program was faster, and the change was given up. */
  const unwritten = new Set<VaultPath>();
  /** Files whose last reported change was their first. */
  const firsts = new Set<VaultPath>();

  /**
   * The files at and below a location that is about to move to an address, and to another path if it stays in the
   * vault.
   */
  const rememberAll = (from: VaultPath, to: VaultPath | null, address: string) => {
    for (const path of written.keys()) if (isAtOrBelow(path, from)) written.delete(path);
    const place = vault.locate(from);
    // A link's target does not move.
    const isLink = place.entry !== place.target;
    if (!isLink) follow(place.entry, address);
    const addressOf = (old: string) => (isLink ? old : address + old.slice(place.entry.length));
    const keepFile = (path: VaultPath, moved: VaultPath | null, old: string) => {
      refuseUnreadable(path, old);
      keep(path, old, addressOf(old));
      if (moved !== null) absent(moved);
    };
    if (place.kind === 'file') keepFile(from, to, place.target);
    if (place.kind === 'folder') {
      folders.add(from);
      if (to !== null) folders.add(to);
      for (const entry of walk(vault.root, place.target, from)) {
        const moved = to === null ? null : movedPath(entry.path, from, to);
        paths.add(entry.path);
        if (entry.kind === 'file') keepFile(entry.path, moved, entry.address);
        else for (const folder of [entry.path, moved]) if (folder !== null) folders.add(folder);
        if (moved !== null) paths.add(moved);
      }
    }
    paths.add(from);
    if (to !== null) paths.add(to);
    for (const path of unwritten) if (isAtOrBelow(path, from)) unwritten.delete(path);
  };

  return {
    tell(change: PlannedChange, again = false): void {
      if (change.kind === 'save') {
        if (!paths.has(change.path)) unwritten.add(change.path);
        paths.add(change.path);
        if (again && firsts.has(change.path)) forget(change.path);
        if (replaced(change.path, vault.locate(change.path).target, change.before)) firsts.add(change.path);
        else firsts.delete(change.path);
      } else if (change.kind === 'move') rememberAll(change.from, change.to, vault.locate(change.to).entry);
      else rememberAll(change.path, null, trashAddress(vault.root, change.batch, change.path));
    },
    wrote(path: VaultPath, content: Bytes): void {
      unwritten.delete(path);
      written.set(path, content);
      const now = performance.now();
      times.set(path, { first: times.get(path)?.first ?? now, last: now });
    },
    /** Every file that was changed, and every folder that was created, removed or moved. */
    get paths() {
      return [...paths].filter((path) => !unwritten.has(path));
    },
    /** The files among them. */
    get files() {
      return [...paths].filter((path) => !folders.has(path) && !unwritten.has(path));
    },
    before: images,
    /** What the run wrote last into each file that it did not move or delete afterwards. */
    written: written as ReadonlyMap<VaultPath, Bytes>,
    /** When it wrote into each file, first and last. */
    times: times as ReadonlyMap<VaultPath, { first: number; last: number }>,
    has: (path: VaultPath) => paths.has(path),
  };
}

/** A file that the history can't keep stays where it is: its removal could not be undone. */
function refuseUnreadable(path: VaultPath, address: string): void {
  try {
    accessSync(address, constants.R_OK);
  } catch (error) {
    throw ioError(error, showPath(path));
  }
}
