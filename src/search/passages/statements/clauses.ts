import { SENTENCE_BREAK } from '../../text/sentence-breaks.js';
import { claimValuesIn } from './claim-values.js';

/** A part of a line that can state something by itself. */
export interface Clause {
  text: string;
  /** Its position in the line. */
  start: number;
  /** What the line names before a colon, or the head of its column: `Ouverture` of `Ouverture : 1er septembre`. */
  label: string;
  /** Tells what held before: the left side of `1 May → 3 May`. */
  isPast: boolean;
  /** The sentence that it is of. */
  sentence: string;
}

/** A line in its clauses, with the name that a list item or a row begins with. */
interface Clauses {
  /** What the item is about: `halle-verte` of `- **halle-verte** (actif) : …`; empty where it begins with no name. */
  name: string;
  clauses: Clause[];
}

/** The clauses of a line of a file. Marks of emphasis and paths become spaces, so that positions stay. */
export function clausesAt(lines: readonly string[], line: number): Clauses {
  const raw = lines[line - 1] ?? '';
  const text = raw.replaceAll(/[*`]|__|\[\[|\]\]|\bvault\/\S+/g, (mark) => ' '.repeat(mark.length));
  if (ROW.test(text)) return cellsOf(lines, line, text);
  const start = LEAD.exec(text)![0].length;
  const name = NAMED.exec(text.slice(start));
  return {
    name: name?.[1]?.trim() ?? '',
    clauses: partsOf(text, start).flatMap(({ from, to, isPast }) =>
      sentencesOf(text, from, to).flatMap((sentence) => clausesOf(sentence, isPast)),
    ),
  };
}

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|[\s:|-]+\|\s*$/;
const LEAD = /^\s*(?:>\s*)*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s)?\s*(?:\[[ xX]\]\s+)?(?:\[\p{L}+\]\s*)?/u;
/** A name, perhaps with a remark in brackets, before a colon or a dash. */
const NAMED = /^\s*(\p{L}[^:;|(]{1,60}?)\s*(?:\([^)]{0,60}\)\s*)?(?::|[–—]|\s-)\s/u;
const LABEL = /^\s*(\p{L}[^:;|.]{1,60}?)\s*:\s+(?=\S)/u;

interface Part {
  from: number;
  to: number;
  isPast: boolean;
}

/** `old → new`, as an entry of the changelog shows a change; an arrow before a path is a link. */
function partsOf(text: string, start: number): Part[] {
  const arrow = /\s(?:→|->)\s+(?=\S)(?:[-+]\s+)?/.exec(text.slice(start));
  if (arrow === null) return [{ from: start, to: text.length, isPast: false }];
  const at = start + arrow.index;
  return [
    { from: start, to: at, isPast: true },
    { from: at + arrow[0].length, to: text.length, isPast: false },
  ];
}

interface Span {
  text: string;
  start: number;
}

function sentencesOf(text: string, from: number, to: number): Span[] {
  return split({ text: text.slice(from, to), start: from }, SENTENCE_BREAK);
}

function clausesOf(sentence: Span, isPast: boolean): Clause[] {
  const found = LABEL.exec(sentence.text);
  // `lundi 14 juillet : ouverture` begins with its value.
  const label = found === null || claimValuesIn(found[1]!).length > 0 ? null : found;
  const start = label?.[0].length ?? 0;
  const rest = { text: sentence.text.slice(start), start: sentence.start + start };
  return split(rest, /;|,\s|\s[–—-]\s|[()]/g).map((clause) => ({
    ...clause,
    label: (label?.[1] ?? '').trim(),
    isPast,
    sentence: sentence.text,
  }));
}

/** The cells of a row, each with the head of its column. */
function cellsOf(lines: readonly string[], line: number, text: string): Clauses {
  let top = line;
  while (top > 1 && ROW.test(lines[top - 2]!)) top--;
  const hasHead = top + 1 < line && RULE.test(lines[top]!);
  const head = hasHead ? cells(lines[top - 1]!).map((cell) => cell.text.trim()) : [];
  const [first, ...others] = cells(text);
  return {
    name: first?.text.trim() ?? '',
    clauses: others.map((cell, column) => ({
      ...cell,
      label: head[column + 1] ?? '',
      isPast: false,
      sentence: cell.text,
    })),
  };
}

function cells(row: string): Span[] {
  const inner = row.replace(/\|\s*$/, '');
  const start = inner.indexOf('|') + 1;
  return split({ text: inner.slice(start), start }, /\|/g);
}

function split({ text, start }: Span, between: RegExp): Span[] {
  const parts: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(between)) {
    parts.push({ text: text.slice(from, match.index), start: start + from });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), start: start + from }].filter(
    (part) => part.text.trim() !== '',
  );
}
