import { editDistance } from './edit-distance.js';
import { ANY, GROUPS, LONG_WORDS, MIDDLES, MISSPELLED, OTHERS, type SecretGroup } from './secret-words.js';

/** What a text names, or a part of it that is read. */
export interface SecretPlace {
  start: number;
  end: number;
}

/** A value that stands further off is not meant. */
export const MOST_DISTANCE = 160;

/** Where each group is named, in order. */
export function placesIn(folded: string): Map<SecretGroup, SecretPlace[]> {
  const places = new Map<SecretGroup, SecretPlace[]>(GROUPS.map(([group]) => [group, []]));
  const add = (group: SecretGroup, start: number, word: string) =>
    places.get(group)!.push({ start, end: start + word.length });
  ANY.lastIndex = 0;
  for (let match = ANY.exec(folded); match !== null; match = ANY.exec(folded)) {
    ANY.lastIndex = match.index + 1;
    for (const [group, form] of GROUPS) {
      form.lastIndex = match.index;
      const [word] = form.exec(folded) ?? [];
      if (word !== undefined && match.index >= (places.get(group)!.at(-1)?.end ?? 0))
        add(group, match.index, word);
    }
  }
  for (const [group, form] of MIDDLES)
    for (const { index, 0: word } of folded.matchAll(form)) add(group, index, word);
  const others = [...places.values()].some(({ length }) => length > 0) ? [...folded.matchAll(OTHERS)] : [];
  const isOther = ({ start }: SecretPlace) =>
    others.some(({ index, 0: other }) => index <= start && start < index + other.length);
  for (const [group, all] of places)
    places.set(group, others.length === 0 ? all : all.filter((place) => !isOther(place)));
  for (const { index, 0: word } of folded.matchAll(MISSPELLED))
    if (LONG_WORDS.some((right) => right[0] === word[0] && editDistance(word, right, 1) === 1))
      add('secret', index, word);
  for (const group of ['secret', 'account'] as const) places.get(group)!.sort((a, b) => a.start - b.start);
  return places;
}

/** Where values may stand: around what names one, and in tables; parts of them may be read twice. */
export function windowsOf(
  text: string,
  places: ReadonlyMap<SecretGroup, readonly SecretPlace[]>,
): SecretPlace[] {
  const windows: SecretPlace[] = [];
  for (const [group, all] of places) {
    if (group === 'policy') continue;
    for (const { start, end } of all) {
      let from = Math.max(0, start - MOST_DISTANCE - 40);
      for (let back = 0; back < 128 && from > 0 && !/\s/.test(text[from - 1]!); back++) from--;
      windows.push({ start: from, end: end + MOST_DISTANCE });
    }
  }
  for (let bar = text.indexOf('|'); bar !== -1; ) {
    const end = text.indexOf('\n', bar);
    windows.push({ start: text.lastIndexOf('\n', bar) + 1, end: end === -1 ? text.length : end });
    bar = end === -1 ? -1 : text.indexOf('|', end);
  }
  return windows.sort((a, b) => a.start - b.start);
}
