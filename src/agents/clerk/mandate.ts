import { RappelError } from '../../shared/errors.js';
import { shownLines } from '../../vault/lines.js';
import type { Place } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import type { Kind } from './kinds.js';

/**
 * The proof that somebody asked for a change of lines that are there: a field of the caller, an answer of the user, a click.
 * Everything that changes or removes a line takes one; the vault of a filing without a model can only be added to.
 */
export class Mandate {
  /** The vault with its lines open to change. */
  private constructor(readonly vault: Vault) {}

  /** Of the field `kind`; null where it asks for nothing of the sort, and where it is missing. */
  static ofField(vault: Vault, kind: Kind | null | undefined): Mandate | null {
    return kind === 'done' || kind === 'correction' ? new Mandate(vault) : null;
  }

  /** Of an answer: what it changes was among the choices. */
  static ofAnswer(vault: Vault): Mandate {
    return new Mandate(vault);
  }

  static ofClick(vault: Vault): Mandate {
    return new Mandate(vault);
  }
}

/** The same vault for a filing that guesses: every line that is there stays, in its order, whatever the code that files wants. */
export function addOnly(vault: Vault): Vault {
  const refuse = (place: Place): never => {
    throw new RappelError('protected', 'filing.not_asked', { path: place.shown });
  };
  const checked = (place: Place, before: string | null, after: string) =>
    isOwnQuestion(place) || keepsLines(before ?? '', after) ? after : refuse(place);
  return {
    ...vault,
    save: (place, change) => vault.save(place, (current) => checked(place, current, change(current))),
    saveTogether: (places, change) =>
      vault.saveTogether(places, (current, place) => checked(place, current, change(current, place))),
    move: refuse,
    remove: refuse,
  };
}

/** A question that waits is written anew where a session adds to it. */
function isOwnQuestion({ path }: Place): boolean {
  return /^inbox\/[^/]+\/review\.md$/.test(path);
}

/** True where all lines of a text that say something are in another one too, in the same order. */
export function keepsLines(before: string, after: string): boolean {
  const now = shownLines(after);
  let at = -1;
  return shownLines(before)
    .filter((line) => line.trim() !== '')
    .every((line) => {
      at = now.indexOf(line, at + 1);
      return at !== -1;
    });
}
