import { isUnspaced } from './word-scanner.js';

/**
 * The words of a run that contains a script without spaces, perhaps beside letters or digits: `3月猫カフェ` is `3`,
 * `月猫`, `猫カ`, …, `フェ`, `ェ`. Each character begins one piece, so that those that begin with it are all that hold
 * it. In a question the last character is left out where it ends a pair.
 */
export function cutRun(run: string, isAsked = false): string[] {
  const pieces: string[] = [];
  let letters = '';
  const characters = [...run];
  characters.forEach((character, index) => {
    if (!isUnspaced(character)) {
      letters += character;
      return;
    }
    if (letters !== '') pieces.push(letters);
    letters = '';
    const next = characters[index + 1] ?? '';
    if (next !== '' && isUnspaced(next)) pieces.push(character + next);
    else if (!isAsked || index === 0 || !isUnspaced(characters[index - 1]!)) pieces.push(character);
  });
  if (letters !== '') pieces.push(letters);
  return pieces;
}

/** Whether this is one character of such a script: in a question it means every pair that begins with it. */
export function isLoneCharacter(word: string): boolean {
  const [character = '', more] = word;
  return more === undefined && character !== '' && isUnspaced(character);
}
