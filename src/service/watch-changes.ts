import { readFileSync } from 'node:fs';
import type { Bytes } from '../vault/files.js';
import type { VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { walk } from '../vault/scan.js';
import { versionOf, versionOfBytes } from '../vault/stamp.js';
import { trashBatch, type Vault } from '../vault/vault.js';

/** A change of the vault, told just before it happens. */
export type Change =
  | { kind: 'save'; path: VaultPath; before: string | null; afterVersion: string }
  | { kind: 'move'; from: VaultPath; to: VaultPath }
  | { kind: 'remove'; path: VaultPath; batch: string };

/** The same vault, whose changes are told before they happen; `tell` may throw to prevent one. */
export function watchChanges(vault: Vault, tell: (change: Change) => void): Vault {
  return {
    ...vault,
    save(place, change) {
      return vault.save(place, (current) => {
        const next = change(current);
        if (next !== current)
          tell({ kind: 'save', path: place.path, before: current, afterVersion: versionOf(next) });
        return next;
      });
    },
    create(place, bytes) {
      tell({ kind: 'save', path: place.path, before: null, afterVersion: versionOfBytes(bytes) });
      vault.create(place, bytes);
    },
    move(from, to) {
      tell({ kind: 'move', from: from.path, to: to.path });
      vault.move(from, to);
    },
    remove(place, batch = trashBatch(vault.clock.now())) {
      tell({ kind: 'remove', path: place.path, batch });
      vault.remove(place, batch);
    },
  };
}

/** Collects what the history wants to know of a run of changes: the paths, and what stood there at first. */
export function createChangeRecord(vault: Vault) {
  const paths = new Set<VaultPath>();
  const before = new Map<VaultPath, Bytes | null>();

  const remember = (path: VaultPath, bytes: Bytes | null) => {
    if (!before.has(path)) before.set(path, bytes);
  };
  const rememberFiles = (place: Place) => {
    if (place.kind === 'file') remember(place.path, readFileSync(place.target));
    if (place.kind !== 'folder') return;
    for (const entry of walk(vault.root, place.target, place.path)) {
      if (entry.kind === 'file') remember(entry.path, readFileSync(entry.address));
    }
  };

  return {
    tell(change: Change): void {
      if (change.kind === 'save') {
        remember(change.path, change.before === null ? null : Buffer.from(change.before));
        paths.add(change.path);
        return;
      }
      const from = change.kind === 'move' ? change.from : change.path;
      rememberFiles(vault.locate(from));
      paths.add(from);
      if (change.kind === 'move') paths.add(change.to);
    },
    get paths(): VaultPath[] {
      return [...paths];
    },
    before,
  };
}
