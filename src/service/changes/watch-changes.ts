import { lstatSync } from 'node:fs';
import { firstMissingFolder } from '../../vault/empty-folders.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { relationOf } from '../../vault/same-file.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import { trashBatch, type Vault } from '../../vault/vault.js';
import type { PlannedChange } from './changeset.js';

export interface ChangeWatcher {
  /**
   * A change is about to happen. `again`: the change of this file that was told last did not happen; this one replaces it. May throw to prevent
   * the change.
   */
  tell(change: PlannedChange, again: boolean): void;
  /** What was told happens next. May throw to prevent it. */
  ready?(): void;
  /** The content of a file after it was written. */
  wrote?(path: VaultPath, content: Bytes): void;
}

/** The same vault, with changes told before they happen; refused changes are not told. */
export function watchChanges(
  vault: Vault,
  { tell, ready = () => {}, wrote = () => {} }: ChangeWatcher,
): Vault {
  const madeFor = ({ path }: Place) => firstMissingFolder(vault.root, path) ?? undefined;
  const tellNow = (change: PlannedChange, again = false) => {
    tell(change, again);
    ready();
  };
  return {
    ...vault,
    save(place, change) {
      let again = false;
      const saved = vault.save(place, (current) => {
        const next = change(current);
        if (next === current) return next;
        tellNow(
          {
            kind: 'save',
            path: place.path,
            before: current === null ? null : Buffer.from(current),
            after: versionOf(next),
            made: madeFor(place),
          },
          again,
        );
        again = true;
        return next;
      });
      if (again) wrote(place.path, Buffer.from(saved.after));
      return saved;
    },
    async saveTogether(places, change) {
      const told = new Set<VaultPath>();
      let areReady = false;
      const results = await vault.saveTogether(
        places,
        (current, place) => {
          const next = change(current, place);
          if (next === current) return next;
          const { path } = place;
          tell({ kind: 'save', path, before: Buffer.from(current), after: versionOf(next) }, told.has(path));
          told.add(path);
          if (areReady) ready();
          return next;
        },
        () => {
          areReady = true;
          ready();
        },
      );
      for (const [at, { path }] of places.entries()) {
        const saved = results[at]!;
        if (told.has(path) && 'after' in saved) wrote(path, Buffer.from(saved.after));
      }
      return results;
    },
    create(place, bytes) {
      // A refused change changes nothing.
      if (place.kind === 'missing')
        tellNow({
          kind: 'save',
          path: place.path,
          before: null,
          after: versionOfBytes(bytes),
          made: madeFor(place),
        });
      vault.create(place, bytes);
      wrote(place.path, bytes);
    },
    move(from, to) {
      if (isThere(from) && (!isThere(to) || relationOf(from.entry, to.entry) !== 'different'))
        tellNow({ kind: 'move', from: from.path, to: to.path, made: madeFor(to) });
      vault.move(from, to);
    },
    remove(place, batch = trashBatch(vault.clock.now())) {
      if (isThere(place)) tellNow({ kind: 'remove', path: place.path, batch });
      vault.remove(place, batch);
    },
  };
}

function isThere({ entry }: Place): boolean {
  return lstatSync(entry, { throwIfNoEntry: false }) !== undefined;
}
