import { fold } from '../../../search/text/fold.js';

/**
 * The projects that a text names, in its order, in any form: `Halle Verte`, `la halle verte`, `#halle-verte`. `marked`
 * are those that can't mean anything else: `@halle-verte`, `#halle-verte`, or the name followed by a colon at the start.
 */
export function namesIn(text: string, projects: readonly string[]): { named: string[]; marked: string[] } {
  const words = spaced(text);
  const folded = fold(text);
  const isMarked = ({ name }: { name: string }): boolean => {
    const pattern = name.trim().replaceAll(' ', '[^\\p{L}\\p{N}\\s]*\\s?');
    return new RegExp(`(?:^|\\s)[@#]${pattern}(?![\\p{L}\\p{N}])|^\\s*${pattern}\\s*:`, 'u').test(folded);
  };
  const found = projects
    .map((project) => ({ project, name: spaced(project) }))
    .filter((one) => words.includes(one.name) && (one.name.length > SHORTEST_NAME + 1 || isMarked(one)));
  // A name that is part of another named one is not meant: `site` in `site-web`.
  const named = found
    .filter(({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)))
    .sort((a, b) => words.indexOf(a.name) - words.indexOf(b.name));
  const marked = named.filter(isMarked);
  return { named: projectsOf(named), marked: projectsOf(marked) };
}

/** A shorter name is one only where it is marked. */
const SHORTEST_NAME = 2;

/** The folded words, each between spaces. */
function spaced(text: string): string {
  return ` ${(fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}

function projectsOf(found: readonly { project: string }[]): string[] {
  return found.map(({ project }) => project);
}
