import { SENTENCE_BREAK } from '../../search/text/sentence-breaks.js';

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

/** The lines above a mail that was pasted; which of them says what it is about. */
const MAIL_LINE = /^(?:de|from|[àa]|to|cci?|bcc|date|envoyé(?: le)?|sent|objet|subject)\s?:\s?(\S.*)?$/i;
const MAIL_SUBJECT = /^(?:objet|subject)\s?:\s?/i;

/**
 * A heading for a text: its first sentence as it was written; a longer one ends after a whole word with `…`. A mail has its
 * subject, or the first sentence below its head.
 */
export function titleOf(text: string): string {
  const title = onOneLine(sentencesOf(mailOf(text.trim().slice(0, MOST_READ)))[0] ?? '').replace(
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

/** A pasted mail from its subject on, without its head; any other text as it is. */
function mailOf(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => !MAIL_LINE.test(line.trim()));
  const head = lines.slice(0, Math.max(0, first));
  // A line like `À : Paul` alone may be anything.
  if (head.length < 2 && !head.some((line) => line.includes('@'))) return text;
  const subject = head.find((line) => MAIL_SUBJECT.test(line.trim()));
  const body = lines.slice(first).join('\n').trim();
  return subject === undefined ? body || text : `${subject.trim().replace(MAIL_SUBJECT, '')}\n${body}`;
}

/** A text as an entry: its title (`given`, where the caller has one) and everything that the title does not say. */
export function entryOf(text: string, given: string | null = null): { title: string; body: string } {
  if (given !== null && given.trim() !== '') {
    const title = onOneLine(given);
    return { title, body: text.trim() === title ? '' : text.trim() };
  }
  const title = titleOf(text);
  const [first = ''] = sentencesOf(text);
  if (title.endsWith('…') || !onOneLine(first).startsWith(title)) return { title, body: text.trim() };
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
