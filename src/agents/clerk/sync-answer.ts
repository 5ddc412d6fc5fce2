import { RappelError } from '../../shared/errors.js';
import type { Place } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import type { Reply } from './reply.js';
import { BOTH, KEEP_IT, REMOVE_IT } from './sync-review.js';

type VersionChoice = 'first' | 'second' | 'both' | 'keep' | 'remove';

/** What an answer says about two versions; null if it does not say. */
export function versionIn({ chosen, plain, place }: Reply): VersionChoice | null {
  if (place === 'discard') return 'remove';
  if (plain !== null) return plain === 'yes' ? 'keep' : null;
  if (chosen.length === 2 && chosen.every(({ id }) => id === '1' || id === '2')) return 'both';
  const [choice] = chosen;
  if (choice === undefined || chosen.length > 1) return null;
  if (BOTH.includes(choice.label)) return 'both';
  if (KEEP_IT.includes(choice.label)) return 'keep';
  if (REMOVE_IT.includes(choice.label)) return 'remove';
  return choice.id === '1' ? 'first' : 'second';
}

/** `asItIs` where the file has it already, `elsewhere` where the text is not there any more. */
type Chosen = 'asItIs' | 'changed' | 'elsewhere';

/** Carries a choice out: the file has the first version, or what one machine removed. */
export function chooseVersion(
  vault: Vault,
  place: Place,
  [first, second]: readonly string[],
  choice: VersionChoice,
): Chosen {
  if (choice === 'first' || choice === 'keep') return 'asItIs';
  if (place.kind !== 'file') return 'elsewhere';
  if (first === undefined) {
    vault.remove(place);
    return 'changed';
  }
  const next = choice === 'remove' ? '' : choice === 'both' ? `${first}\n${second}` : second!;
  return replaceText(vault, place, first, next);
}

function replaceText(vault: Vault, place: Place, old: string, next: string): Chosen {
  try {
    vault.save(place, (text) => {
      const found = linesAt(text ?? '', old);
      if (found === null) throw new RappelError('no_match', 'file.changed_since', { path: place.shown });
      const [start, end] = found;
      const rest = (text ?? '').slice(end);
      // A removed text takes its line end along.
      return (text ?? '').slice(0, start) + next + (next === '' ? rest.replace(/^\r?\n/, '') : rest);
    });
    return 'changed';
  } catch (error) {
    if (error instanceof RappelError && error.code === 'no_match') return 'elsewhere';
    throw error;
  }
}

/** Where whole lines are exactly this text, if that is at one place only. */
function linesAt(text: string, wanted: string): [number, number] | null {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isWhole = (at === 0 || text[at - 1] === '\n') && (end === text.length || /[\r\n]/.test(text[end]!));
    if (isWhole) places.push(at);
  }
  return places.length === 1 ? [places[0]!, places[0]! + wanted.length] : null;
}
