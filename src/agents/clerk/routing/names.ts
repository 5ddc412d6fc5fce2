import { isMonthName } from '../../../search/text/dates.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../../search/text/stop-words.js';
import { weekdayNumber } from '../../../shared/calendar-words.js';
import { fold, foldEvenly } from '../../../shared/fold.js';

/** The projects that a text names, in its order. */
interface Names {
  /** By the whole name, in any form: `Halle Verte`, `la halle verte`, `#halle-verte`. */
  named: string[];
  /** Those that can't mean anything else: `@halle-verte`, `#halle`, or the name followed by a colon at the start. */
  marked: string[];
  /** By a word of the name that no other name holds: `compta` for `compta-2025`, `clémence` for `alto-clemence`. */
  short: ShortName[];
}

export interface ShortName {
  project: string;
  word: string;
  /** The first word of a name stands for it; a later one only speaks for it. */
  isFirst: boolean;
}

export function projectsNamedIn(text: string, projects: readonly string[]): Names {
  const words = spaced(text);
  const folded = fold(text);
  const isMarked = ({ name }: { name: string }): boolean => {
    const pattern = name.trim().replaceAll(' ', '[^\\p{L}\\p{N}\\s]*\\s?');
    return new RegExp(`(?:^|\\s)[@#]${pattern}(?![\\p{L}\\p{N}])|^\\s*${pattern}\\s*:`, 'u').test(folded);
  };
  const inText = <Named extends { project: string; name: string }>(names: readonly Named[]) =>
    names
      .map((one) => ({ ...one, at: Math.max(words.indexOf(one.name), words.indexOf(joined(one.name))) }))
      .filter((one) => one.at >= 0 && (one.name.length > SHORTEST_NAME + 1 || isMarked(one)))
      .sort((a, b) => a.at - b.at);
  const found = inText(projects.map((project) => ({ project, name: spaced(project) })));
  // A name that is part of another named one is not meant: `site` in `site-web`.
  const named = found.filter(
    ({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)),
  );
  const short = inText(ownWords(projects)).filter(
    ({ project, name }) => !named.some((one) => one.project === project || one.name.includes(name)),
  );
  return {
    named: projectsOf(named),
    marked: projectsOf([...named, ...short].filter(isMarked)),
    short: short.map(({ project, name, isFirst }) => ({ project, word: name.trim(), isFirst })),
  };
}

/** The projects that a text names where only a name is expected: a word of one is enough. */
export function projectsNamed(text: string, projects: readonly string[]): string[] {
  const { named, short } = projectsNamedIn(text, projects);
  return [...named, ...projectsOf(short)];
}

/** A text without the names of projects and a colon at its start: in a file of theirs they say nothing. */
export function withoutLabel(text: string, projects: readonly string[]): string {
  const label = /^\s*[#@]?([^:,\n]{2,60}?)(?:\s?[:,]|\s[–—-])\s+(?=\S)/u.exec(text);
  if (label === null) return text;
  const names = [...projects.map(spaced), ...ownWords(projects).map(({ name }) => name)];
  const isNamed = (part: string) => names.includes(spaced(part));
  return isNamed(label[1]!) || label[1]!.split(/,|&|\+|\s(?:and|et)\s/u).every(isNamed)
    ? text.slice(label[0].length)
    : text;
}

/** A text in which names of several words say only that they are names: a project called `Atelier Lune` is no workshop. */
export function withPlainNames(text: string, projects: readonly string[]): string {
  return projects.reduce((plain, project) => {
    const words = spaced(project).trim().split(' ');
    if (words.length < 2) return plain;
    const name = new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}\\n]+')}(?![\\p{L}\\p{N}])`,
      'gu',
    );
    return [...foldEvenly(plain).matchAll(name)].reduceRight(
      (rest, { 0: found, index }) => `${rest.slice(0, index)}Projet${rest.slice(index + found.length)}`,
      plain,
    );
  }, text);
}

/** The words of a text that are written as names: capitalised, not because a sentence begins, and no day or month. */
export function properNames(text: string): Set<string> {
  const words = [...text.matchAll(/(?<![\p{L}\p{M}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{M}]*/gu)]
    .filter(({ index }) => /[^\s.!?:•*#>-]\s*$/u.test(text.slice(Math.max(0, index - 3), index)))
    .map(([word]) => fold(word));
  return new Set(words.filter((word) => weekdayNumber(word) === 0 && !isMonthName(word)));
}

/** The words of names of several words that no other name holds, without those of any language and dates. */
function ownWords(projects: readonly string[]): { project: string; name: string; isFirst: boolean }[] {
  const all = projects.map((project) => ({ project, words: spaced(project).trim().split(' ') }));
  return all.flatMap(({ project, words }) =>
    words.length < 2
      ? []
      : words
          .filter(
            (word) =>
              isTelling(word) &&
              !all.some((other) => other.project !== project && other.words.includes(word)),
          )
          .map((word) => ({ project, name: ` ${word} `, isFirst: word === words[0] })),
  );
}

function isTelling(word: string): boolean {
  if (word.length <= SHORTEST_NAME || /^\d+$/.test(word)) return false;
  const isWordOfAny = FRENCH_STOP_WORDS.has(word) || ENGLISH_STOP_WORDS.has(word);
  return !isWordOfAny && weekdayNumber(word) === 0 && !isMonthName(word);
}

/** A shorter name is one only where it is marked. */
const SHORTEST_NAME = 2;

/** A name as an address or a tag writes it: `halleverte.fr`, `#HalleVerte`. */
function joined(name: string): string {
  const letters = name.replaceAll(' ', '');
  return letters.length < SHORTEST_JOINED ? name : ` ${letters} `;
}

/** Two short words may be another one together. */
const SHORTEST_JOINED = 8;

/** The folded words, each between spaces. */
function spaced(text: string): string {
  return ` ${(fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}

function projectsOf(found: readonly { project: string }[]): string[] {
  return found.map(({ project }) => project);
}
