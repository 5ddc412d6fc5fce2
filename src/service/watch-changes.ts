import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '../vault/files.js';
import { firstSegments, movedPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { kinship } from '../vault/same-file.js';
import { walk } from '../vault/scan.js';
import { versionOf, versionOfBytes } from '../vault/stamp.js';
import { trashBatch, type Vault } from '../vault/vault.js';

/** A change of the vault, told just before it happens. `made` is the highest folder that it makes, where it makes one. */
export type Change =
  | { kind: 'save'; path: VaultPath; before: string | null; afterVersion: string; made?: VaultPath }
  | { kind: 'move'; from: VaultPath; to: VaultPath; made?: VaultPath }
  | { kind: 'remove'; path: VaultPath; batch: string };

/** `again`: the change told before did not happen, this one takes its place. May throw to prevent the change. */
export type Tell = (change: Change, again: boolean) => void;

/** The same vault, whose changes are told before they happen; those that the vault will refuse are not. */
export function watchChanges(vault: Vault, tell: Tell): Vault {
  return {
    ...vault,
    save(place, change) {
      let again = false;
      return vault.save(place, (current) => {
        const next = change(current);
        if (next === current) return next;
        const afterVersion = versionOf(next);
        tell(
          { kind: 'save', path: place.path, before: current, afterVersion, ...madeBy(vault, place) },
          again,
        );
        again = true;
        return next;
      });
    },
    create(place, bytes) {
      // One that will be refused changes nothing.
      if (place.kind === 'missing') {
        const afterVersion = versionOfBytes(bytes);
        tell({ kind: 'save', path: place.path, before: null, afterVersion, ...madeBy(vault, place) }, false);
      }
      vault.create(place, bytes);
    },
    move(from, to) {
      if (isThere(from) && (!isThere(to) || kinship(from.entry, to.entry) !== 'strangers'))
        tell({ kind: 'move', from: from.path, to: to.path, ...madeBy(vault, to) }, false);
      vault.move(from, to);
    },
    remove(place, batch = trashBatch(vault.clock.now())) {
      if (isThere(place)) tell({ kind: 'remove', path: place.path, batch }, false);
      vault.remove(place, batch);
    },
  };
}

function isThere({ entry }: Place): boolean {
  return lstatSync(entry, { throwIfNoEntry: false }) !== undefined;
}

function madeBy(vault: Vault, { path }: Place): { made?: VaultPath } {
  const depth = path.split('/').length;
  for (let count = 1; count < depth; count++) {
    const folder = firstSegments(path, count);
    if (lstatSync(join(vault.root, folder), { throwIfNoEntry: false }) !== undefined) continue;
    return vault.locate(folder).kind === 'missing' ? { made: folder } : {};
  }
  return {};
}

/** What the history and the index want to know of a run of changes: the paths, and what stood there at first. */
export interface ChangeRecord {
  tell: Tell;
  /** Every file that was touched, and every folder that came, went or moved. */
  readonly paths: VaultPath[];
  /** The files among them. */
  readonly files: VaultPath[];
  readonly before: ReadonlyMap<VaultPath, Bytes | null>;
  has(path: VaultPath): boolean;
}

export function createChangeRecord(vault: Vault): ChangeRecord {
  const paths = new Set<VaultPath>();
  const folders = new Set<VaultPath>();
  const before = new Map<VaultPath, Bytes | null>();

  const remember = (path: VaultPath, bytes: Bytes | null) => {
    paths.add(path);
    if (!before.has(path)) before.set(path, bytes);
  };

  /** The files at and below a place that is about to go, and where they go to. */
  const rememberAll = (from: VaultPath, to: VaultPath | null) => {
    const place = vault.locate(from);
    if (place.kind === 'file') remember(from, readFileSync(place.target));
    if (place.kind === 'folder') {
      folders.add(from);
      if (to !== null) folders.add(to);
      for (const entry of walk(vault.root, place.target, from)) {
        const moved = to === null ? null : movedPath(entry.path, from, to);
        if (entry.kind === 'file') remember(entry.path, readFileSync(entry.address));
        else for (const folder of [entry.path, moved]) if (folder !== null) folders.add(folder);
        if (moved !== null) paths.add(moved);
      }
    }
    paths.add(from);
    if (to !== null) paths.add(to);
  };

  return {
    tell(change) {
      if (change.kind === 'save')
        remember(change.path, change.before === null ? null : Buffer.from(change.before));
      else if (change.kind === 'move') rememberAll(change.from, change.to);
      else rememberAll(change.path, null);
    },
    get paths() {
      return [...paths];
    },
    get files() {
      return [...paths].filter((path) => !folders.has(path));
    },
    before,
    has: (path) => paths.has(path),
  };
}
