import { RappelError } from '../../shared/errors.js';
import { readStateFormat } from '../state/state-format.js';

/** Whether the vault is where it was: a disk that went away leaves a missing or an empty folder behind. */
export interface Presence {
  isThere(): boolean;
  /** Throws `io` where it is not. */
  demand(): void;
}

/** Remembers the vault at `root` by the name in its state. Nothing is gone while it is out of reach. */
export function createPresence(root: string): Presence {
  let name: string | undefined;
  function isThere(): boolean {
    const found = readStateFormat(root)?.vault;
    // A vault without any state yet can't be told from another one.
    name ??= found;
    return found === name;
  }
  isThere();
  return {
    isThere,
    demand() {
      if (!isThere()) throw outOfReach(root);
    },
  };
}

export function outOfReach(root: string): RappelError {
  return new RappelError('io', `the vault at ${root} is out of reach`, {
    hint: 'Bring its disk or folder back; Rappel goes on by itself then. Moved for good? rappel stop, then: rappel serve',
  });
}
