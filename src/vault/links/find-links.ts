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
  if (!/\[\[|\]\(|\]:|vault\//.test(text)) return [];
  const shown = withoutCode(text);
  const links: Link[] = [];
  for (const match of shown.matchAll(LINK)) {
    const { wiki, bracketed, plain, defined, path } = match.groups!;
    const address = wiki ?? bracketed ?? plain ?? defined ?? path ?? '';
    if (address.trim() === '') continue;
    const kind = wiki !== undefined ? 'wiki' : path !== undefined ? 'path' : 'markdown';
    if (kind === 'markdown' && /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(address)) continue;
    const { trimmed, before } = trim(address);
    const start = match.index + offsetOf(match) + before;
    links.push({ kind, address: trimmed, start, isBracketed: bracketed !== undefined });
  }
  return links;
}

/** The first line of a text is 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
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
  if (!/`|~~~/.test(text)) return text;
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
