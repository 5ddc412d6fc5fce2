import { outlineOf } from '../headings.js';

/** A link in the text of a note, as far as it names another file. */
export interface Link {
  /** `[[note]]`, `[text](note.md)`, or a path in plain words: `vault/note.md`. */
  kind: 'wiki' | 'markdown' | 'path';
  /** What names the file, as it is written, without heading and alias. */
  address: string;
  /** Where the address begins in the text. */
  start: number;
  /** Written between `<` and `>`: spaces need no escape. */
  isBracketed: boolean;
}

/** The links of a text, in its order; what is in code is no link. Anything in the web is left out. */
export function findLinks(text: string): Link[] {
  return [...linksIn(text)];
}

/** The same, one at a time: a note may hold very many. */
export function* linksIn(text: string): Iterable<Link> {
  if (!MARKS.some((mark) => text.includes(mark))) return;
  for (const { start, line } of markedLines(withoutCode(text)))
    for (const match of line.matchAll(LINK)) yield* linkOf(match, start);
}

function linkOf(match: RegExpExecArray, lineStart: number): Link[] {
  const { wiki, bracketed, plain, defined, path } = match.groups!;
  const address = wiki ?? bracketed ?? plain ?? defined ?? path ?? '';
  if (address.trim() === '') return [];
  const kind = wiki !== undefined ? 'wiki' : path !== undefined ? 'path' : 'markdown';
  if (kind === 'markdown' && /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(address)) return [];
  const { trimmed, before } = trim(address);
  const start = lineStart + match.index + offsetOf(match) + before;
  return [{ kind, address: trimmed, start, isBracketed: bracketed !== undefined }];
}

/** Every link contains one of these, and none goes over the end of a line. */
const MARKS = ['[[', '](', ']:', 'vault/'] as const;

/** The lines with such a mark, found without a look at the others: most lines of most notes have no link. */
function* markedLines(text: string): Iterable<{ start: number; line: string }> {
  const next = MARKS.map((mark) => text.indexOf(mark));
  while (next.some((at) => at !== -1)) {
    const first = Math.min(...next.filter((at) => at !== -1));
    const start = first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1;
    const newline = text.indexOf('\n', first);
    const end = newline === -1 ? text.length : newline;
    yield { start, line: text.slice(start, end) };
    for (const [index, at] of next.entries())
      if (at !== -1 && at < end) next[index] = text.indexOf(MARKS[index]!, end);
  }
}

const WIKI = String.raw`\[\[(?<wiki>[^[\]|#\n\\]+)(?:#[^[\]|\n\\]*)?(?:\\?\|[^[\]\n]*)?\]\]`;
const INLINE = String.raw`\]\([ \t]*(?:<(?<bracketed>[^<>\n#?]*)|(?<plain>(?:[^\s()\\<>#?]|\\.|\([^\s()]*\))+))`;
const DEFINITION = String.raw`^ {0,3}\[[^\]\n]+\]:[ \t]*(?<defined>[^\s<>#?]+)`;
const PATH = String.raw`(?<![\p{L}\d/(<.-])(?<path>vault\/[^\s,;:()${'`'}'"«»<>|#?[\]]*[^\s,;:()${'`'}'"«»<>|#?[\].])`;
const LINK = new RegExp([WIKI, INLINE, DEFINITION, PATH].join('|'), 'dgmu');

function offsetOf(match: RegExpExecArray): number {
  const groups = Object.values(match.indices!.groups!);
  return groups.find((found) => found !== undefined)![0] - match.index;
}

function trim(address: string): { trimmed: string; before: number } {
  const trimmed = address.trim();
  return { trimmed, before: address.indexOf(trimmed) };
}

/** The same text with spaces in place of code: every other character keeps its place. */
function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text;
  const lines = text.split('\n');
  const { fenced } = outlineOf(lines.map((line) => line.replace(/\r$/, '')));
  return lines
    .map((line, index) => (fenced.has(index + 1) ? blank(line) : line.replace(INLINE_CODE, blank)))
    .join('\n');
}

const INLINE_CODE = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

function blank(text: string): string {
  return ' '.repeat(text.length);
}
