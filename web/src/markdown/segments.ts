/** A part of a Markdown text that can be read and drawn by itself. */
export interface Segment {
  /** The same for the same text: what did not change keeps its place on the screen. */
  key: string;
  text: string;
  /** Its first line, counted in the whole file. */
  line: number;
  /** Too large to be read as Markdown, or in the middle of something: shown as it is. */
  plain: boolean;
}

const FULL = 3_000;
const OVERFULL = 16_000;
const MOST = 64_000;
const FOOTNOTES_TOGETHER = 60_000;
const NESTED = /^(?:[ \t]*>){50}|^(?: {2}|\t){100}|(?:\[!?){200}|(?:[-*+] ){50}/;

/** Cuts where Markdown can be cut: before headings, and at empty lines once a part is long enough. */
export function segmentsOf(body: string, firstLine: number): Segment[] {
  const lines = body.split('\n').map((line) => line.replace(/\r$/, ''));
  if (body.length < FOOTNOTES_TOGETHER && /^\[\^[^\]]+\]:/m.test(body)) {
    return keyed([{ lines, line: firstLine, plain: false }]);
  }
  const parts: Part[] = [];
  let part: Part = { lines: [], line: firstLine, plain: false };
  let size = 0;
  let fence: string | null = null;
  const definitions: string[] = [];

  const cut = (line: number, plain: boolean) => {
    if (part.lines.length > 0) parts.push(part);
    part = { lines: [], line, plain };
    size = 0;
  };

  for (const [index, text] of lines.entries()) {
    const line = firstLine + index;
    const isBlankAbove = part.lines.at(-1)?.trim() === '';
    // Extremely nested text can't be drawn as Markdown; it becomes a plain part of its own.
    if (fence === null && NESTED.test(text)) {
      cut(line, true);
      part.lines.push(text);
      cut(line + 1, false);
      continue;
    }
    if (size > MOST) {
      part.plain = true;
      cut(line, fence !== null);
    } else if (fence === null) {
      const level = /^(#{1,6})[ \t]/.exec(text)?.[1]?.length ?? 0;
      const standsAlone = isBlankAbove && text.trim() !== '' && !/^(?:\s|[-*+>|]|\d+[.)])/.test(text);
      if (level > 0 && (level <= 2 || size > FULL)) cut(line, false);
      else if (standsAlone && size > FULL) cut(line, false);
      else if (isBlankAbove && size > OVERFULL && !/^\s/.test(text)) cut(line, false);
    }
    fence = fenceAfter(fence, text);
    if (fence === null && /^ {0,3}\[[^\]^][^\]]*\]:\s*\S/.test(text)) definitions.push(text);
    part.lines.push(text);
    size += text.length + 1;
  }
  if (size > MOST) part.plain = true;
  cut(0, false);
  return keyed(parts, definitions);
}

interface Part {
  lines: string[];
  line: number;
  plain: boolean;
}

/** The fence that is open after a line. */
function fenceAfter(open: string | null, text: string): string | null {
  const match = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text);
  if (match === null) return open;
  const [, mark = '', rest = ''] = match;
  if (open === null) return mark[0] === '`' && rest.includes('`') ? null : mark;
  return mark[0] === open[0] && mark.length >= open.length && rest.trim() === '' ? null : open;
}

/** Links may be defined in another part: every part that has links knows all definitions. */
function keyed(parts: readonly Part[], definitions: readonly string[] = []): Segment[] {
  const known = definitions.length === 0 || parts.length === 1 ? '' : `\n\n${definitions.join('\n')}`;
  const seen = new Map<string, number>();
  return parts
    .filter(({ lines }) => lines.some((line) => line.trim() !== ''))
    .map(({ lines, line, plain }) => {
      const own = lines.join('\n');
      const text = !plain && known !== '' && own.includes('[') ? own + known : own;
      const hash = hashOf(text);
      const count = seen.get(hash) ?? 0;
      seen.set(hash, count + 1);
      return { key: `${hash}-${count}`, text, line, plain };
    });
}

function hashOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 31) + code) | 0;
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
