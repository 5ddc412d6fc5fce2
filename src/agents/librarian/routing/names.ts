import { fold } from '../../../search/text/fold.js';

/**
 * The projects that a text names, in any form: `Halle Verte`, `la halle verte`, `#halle-verte`, `halle_verte`. `marked`
 * are those that can't mean anything else: `@halle-verte`, `#halle-verte`, or the name followed by a colon at the start.
 */
export function namesIn(text: string, projects: readonly string[]): { named: string[]; marked: string[] } {
  const words = ` ${wordsOf(text).join(' ')} `;
  const named = projects.filter((project) => {
    const name = wordsOf(project).join(' ');
    return name.length >= SHORTEST_NAME && words.includes(` ${name} `);
  });
  // A name that is part of another named one is not meant: `site` in `site-web`.
  const longest = named.filter(
    (name) =>
      !named.some(
        (other) => other !== name && ` ${wordsOf(other).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `),
      ),
  );
  const folded = fold(text);
  const marked = projects.filter((project) => {
    const name = wordsOf(project).map(escaped).join('[-_ ]?');
    return name !== '' && new RegExp(`(?:^|\\s)[@#]${name}(?![\\w-])|^\\s*${name}\\s*:`).test(folded);
  });
  return { named: longest, marked };
}

const SHORTEST_NAME = 2;

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
