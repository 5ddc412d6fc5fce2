import { RappelError } from '../shared/errors.js';
import { fileSystem } from './file-system.js';
import { hasTextName } from './kinds.js';
import { inboxItemOf, type VaultPath } from './paths.js';
import { type Place, pathBelow } from './resolve.js';
import { createVault, type Vault } from './vault.js';
import { isMarkedGlobal } from './wall.js';
import type { WallSight } from './wall-sight.js';

/** The folders of the inbox that an update may open. */
export interface NewItems {
  /** Whether another item has this name: nothing is said of it but that the name can't be used. */
  isTaken(path: VaultPath): boolean;
  /** From then on it is inside the wall. False for one that is there already. */
  claim(item: string): boolean;
}

/** A change of what is behind the wall; for its caller, of something that is not there. */
export class OutsideWall extends RappelError {}

/**
 * A vault of which only what is inside a wall can be read and changed. `root`: where its files are mounted, for everything that reads a vault.
 * `vault` makes the changes: one that records them stands behind the wall.
 */
export function createWalledVault(
  vault: Vault,
  root: string,
  sight: WallSight,
  newItems: NewItems | null = null,
): Vault {
  const seen = createVault({ root, clock: vault.clock });

  function isOwn(path: VaultPath): boolean {
    const item = inboxItemOf(path);
    return sight.isOwn(path) || (item !== null && newItems?.claim(item) === true);
  }

  /** The place of a change, in the vault behind the wall. */
  function own({ path }: Place): Place {
    // Looked at again: a link may have come to lead outside.
    const place = seen.locate(path);
    // Where a link leads counts too, and where one in the folders above does.
    const paths = [path, ...[place.entry, place.target].map((address) => pathBelow(root, address))];
    if (paths.every(isOwn)) return vault.locate(path);
    if (paths.every((one) => sight.see(one) === 'inside')) throw onlyRead(place);
    const { code, reason, fields } = seen.missing(place);
    throw new OutsideWall(code, reason, fields as never);
  }

  return {
    root,
    clock: vault.clock,
    resolve: seen.resolve,
    locate(path) {
      const place = seen.locate(path);
      const isTaken = place.kind === 'missing' && path.startsWith('inbox/') && newItems?.isTaken(path);
      return isTaken ? { ...place, kind: 'other' } : place;
    },
    missing: seen.missing,
    save: (place, change) => vault.save(own(place), (current) => unmarked(current, change(current), place)),
    saveTogether(places, change) {
      const shown = new Map(places.map((place) => [place.path, place]));
      return vault.saveTogether(places.map(own), (current, { path }) => {
        const place = shown.get(path)!;
        return unmarked(current, change(current, place), place);
      });
    },
    create(place, bytes) {
      unmarked(null, hasTextName(place.path) ? Buffer.from(bytes).toString('utf8') : '', place);
      vault.create(own(place), bytes);
    },
    stampIfNeeded: (place) => vault.stampIfNeeded(own(place)),
    move(from, to) {
      const [source, target] = [own(from), own(to)];
      // By its new name it may count as a text, and its mark with it.
      if (source.kind === 'file' && !hasTextName(from.path) && hasTextName(to.path))
        unmarked(null, fileSystem.utf8(source.target), to);
      vault.move(source, target);
    },
    remove: (place, batch) => vault.remove(own(place), batch),
    behind: { vault, around: (other) => createWalledVault(other, root, sight, newItems) },
  };
}

/** The user marks files: a session must not open what it writes to all the others. */
function unmarked(before: string | null, after: string, place: Place): string {
  if (!isMarkedGlobal(after) || isMarkedGlobal(before ?? '')) return after;
  throw new RappelError('protected', 'wall.global', { path: place.shown });
}

function onlyRead({ shown }: Place): RappelError {
  return new RappelError('protected', 'wall.shared', { path: shown });
}
