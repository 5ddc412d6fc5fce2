import { lstatSync } from 'node:fs';
import { firstMissingFolder } from '../../vault/empty-folders.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { relationOf } from '../../vault/same-file.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import { trashBatch, type Vault } from '../../vault/vault.js';

/** A change of the vault, reported just before it happens. `made` is the highest folder that it creates, if any. */
export type AnnouncedChange =
  | {
      kind: 'save';
      path: VaultPath;
      before: string | null;
      afterVersion: string;
      made?: VaultPath | undefined;
    }
  | { kind: 'move'; from: VaultPath; to: VaultPath; made?: VaultPath | undefined }
  | { kind: 'remove'; path: VaultPath; batch: string };

/**
 * `again`: the change of this file that was reported last did not happen; this one replaces it. May throw to prevent the
 * change.
 */
export type Tell = (change: AnnouncedChange, again: boolean) => void;

/**
 * The same vault, with changes reported before they happen, and the content of a file after it was written; refused
 * changes are not reported.
 */
export function watchChanges(
  vault: Vault,
  tell: Tell,
  wrote: (path: VaultPath, content: Bytes) => void = () => {},
): Vault {
  const madeFor = ({ path }: Place) => firstMissingFolder(vault.root, path) ?? undefined;
  return {
    ...vault,
    save(place, change) {
      let again = false;
      const saved = vault.save(place, (current) => {
        const next = change(current);
        if (next === current) return next;
        const afterVersion = versionOf(next);
        tell({ kind: 'save', path: place.path, before: current, afterVersion, made: madeFor(place) }, again);
        again = true;
        return next;
      });
      if (again) wrote(place.path, Buffer.from(saved.after));
      return saved;
    },
    async saveTogether(places, change) {
      const told = new Set<VaultPath>();
      const results = await vault.saveTogether(places, (current, place) => {
        const next = change(current, place);
        if (next === current) return next;
        const again = told.has(place.path);
        told.add(place.path);
        tell({ kind: 'save', path: place.path, before: current, afterVersion: versionOf(next) }, again);
        return next;
      });
      for (const [at, { path }] of places.entries()) {
        const saved = results[at]!;
        if (told.has(path) && 'after' in saved) wrote(path, Buffer.from(saved.after));
      }
      return results;
    },
    create(place, bytes) {
      // A refused change changes nothing.
      if (place.kind === 'missing') {
        const afterVersion = versionOfBytes(bytes);
        tell({ kind: 'save', path: place.path, before: null, afterVersion, made: madeFor(place) }, false);
      }
      vault.create(place, bytes);
      wrote(place.path, bytes);
    },
    move(from, to) {
      if (isThere(from) && (!isThere(to) || relationOf(from.entry, to.entry) !== 'different'))
        tell({ kind: 'move', from: from.path, to: to.path, made: madeFor(to) }, false);
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
