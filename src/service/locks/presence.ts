import { RappelError } from '../../shared/errors.js';
import { readStateFormat } from '../state/state-format.js';

export type Presence = ReturnType<typeof createPresence>;

/**
 * Whether the vault at `root` is still there: a disk that went away leaves a missing or an empty folder. Recognises the
 * vault by the name in its state. Nothing counts as deleted while it is unavailable.
 */
export function createPresence(root: string) {
  let name: string | undefined;
  function isThere(): boolean {
    const found = readStateFormat(root)?.vault;
    // A vault without any state can't be told from another one.
    name ??= found;
    return found === name;
  }
  isThere();
  return {
    isThere,
    /** Throws `io` if it is not. */
    demand(): void {
      if (!isThere()) throw outOfReach(root);
    },
  };
}

export function outOfReach(root: string): RappelError {
  return new RappelError('io', 'vault.out_of_reach', { folder: root });
}
