import { SENTENCE_BREAK } from '../../../search/text/sentence-breaks.js';

/** The sentences of a text; a line end ends one too. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(SENTENCE_BREAK))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const MOST_TITLE = 110;
/** A title needs no more of a text than this. */
const MOST_READ = 2_000;

/** A heading for a text: its first sentence without marks; a longer one ends after a whole word with `…`. */
export function titleOf(text: string): string {
  const title = onOneLine(sentencesOf(text.trim().slice(0, MOST_READ))[0] ?? '').replace(
    /(?<=[^.])\s?[.:;,]$/,
    '',
  );
  if (title.length <= MOST_TITLE) return title;
  const cut = title.slice(0, MOST_TITLE);
  const space = cut.lastIndexOf(' ');
  // A word longer than a title (an address, a hash) is cut between characters.
  const kept = space > MOST_TITLE / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** A text as an entry: its title and everything that the title does not say. */
export function entryOf(text: string): { title: string; body: string } {
  const title = titleOf(text);
  if (title.endsWith('…')) return { title, body: text.trim() };
  const [first = ''] = sentencesOf(text);
  const rest = text
    .trim()
    .slice(text.trim().indexOf(first) + first.length)
    .trim();
  return { title, body: rest };
}

/** A text on one line, without the marks of a heading, a list item, a quote or a task box at its start. */
export function onOneLine(text: string): string {
  return text
    .replace(/^(?:[#>*+-]+\s+|\[[ xX]?\]\s*|\d+[.)]\s+)+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The first letter as a capital, unless an address begins; everything else stays. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{Ll}*:\/\/)/u, (letter) => letter.toUpperCase());
}
