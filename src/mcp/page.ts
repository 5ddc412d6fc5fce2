import { RappelError } from '../shared/errors.js';
import { formatRanges, type LineRange } from '../vault/line-ranges.js';

/** The most characters of a result: clients cut longer ones or show a preview. */
export const MOST_CHARACTERS = 39_500;

/** A part of a long text. `next` is where the following part starts; null for the last. */
export interface Page {
  text: string;
  next: number | null;
}

/**
 * The part of a tool's text from `offset` that fits into `room`: whole lines, with blocks closed and reopened under
 * the range they show. A line longer than the room is cut.
 */
export function pageOf(full: string, offset: number, room: number): Page {
  if (offset > 0 && offset >= full.length) {
    throw new RappelError('invalid_input', `offset: got ${offset}, expected less than ${full.length}`, {
      hint: 'Leave offset out to start from the beginning.',
    });
  }
  if (offset === 0 && full.length <= room) return { text: full, next: null };
  const out: string[] = [];
  let size = 0;
  let open: OpenBlock | null = null;
  for (const line of linesOf(full)) {
    const closes: boolean = open !== null && line.text === open.fence;
    if (line.end < offset || (line.end === offset && line.start < offset)) {
      open = closes ? null : (open ?? blockOpenedBy(line));
      continue;
    }
    if (out.length === 0 && closes) {
      open = null;
      continue;
    }
    if (out.length === 0 && open !== null) {
      open = { ...open, at: 0, shown: [], reopened: true };
      out.push('');
      size += open.header.length + 40;
    }
    const shown = shownPart(line, offset);
    if (size + shown.length + 1 > room) return cut(out, open, line, shown, room - size, offset);
    if (open !== null && !closes) note(open, line.text);
    else if (open === null) open = blockOpenedBy(line, out.length);
    out.push(shown);
    size += shown.length + 1;
    if (closes) {
      if (open!.reopened) writeHeader(out, open!);
      open = null;
    }
  }
  return { text: trimmed(out), next: null };
}

/** The input of the `concat` call that shows the rest. */
export function restOf(full: string, offset: number): { path: string; lines: string | null }[] {
  const rest: { path: string; lines: string | null }[] = [];
  let open: OpenBlock | null = null;
  for (const line of linesOf(full)) {
    if (open === null) {
      open = blockOpenedBy(line);
      continue;
    }
    if (line.text !== open.fence) {
      if (line.end > offset) note(open, line.text);
      continue;
    }
    const whole = open.start >= offset && !RANGE.test(open.header);
    if (line.start >= offset && open.shown.length > 0) {
      const { path, shown } = open;
      rest.push({ path, lines: whole ? null : formatRanges(shown) });
    }
    open = null;
  }
  return rest;
}

interface Line {
  text: string;
  start: number;
  end: number;
}

interface OpenBlock {
  fence: string;
  header: string;
  path: string;
  start: number;
  /** Where its header is in the page. */
  at: number;
  /** The lines of the file in it so far. */
  shown: LineRange[];
  /** It started on an earlier page. */
  reopened: boolean;
}

const RANGE = / \((?:lines \d+-\d+(?:, \d+-\d+)*|no line fits)\)$/;

function* linesOf(full: string): Generator<Line> {
  for (let start = 0; start <= full.length; ) {
    const newline = full.indexOf('\n', start);
    const end = newline === -1 ? full.length : newline;
    yield { text: full.slice(start, end), start, end };
    start = end + 1;
  }
}

function blockOpenedBy(line: Line, at = 0): OpenBlock | null {
  const match = /^(```|~~~)(vault\/.*)$/s.exec(line.text);
  if (match === null) return null;
  const header = match[2]!;
  return {
    fence: match[1]!,
    header,
    path: header.replace(RANGE, ''),
    start: line.start,
    at,
    shown: [],
    reopened: false,
  };
}

function note({ shown }: OpenBlock, text: string): void {
  const number = numberOf(text);
  if (number === null) return;
  const last = shown.at(-1);
  if (last !== undefined && number <= last.last + 1) last.last = number;
  else shown.push({ first: number, last: number });
}

function numberOf(text: string): number | null {
  const match = /^(\d+) *\|/.exec(text);
  return match === null ? null : Number(match[1]);
}

/** A line continued from the previous page shows its number again. */
function shownPart({ text, start }: Line, offset: number): string {
  if (offset <= start) return text;
  const number = numberOf(text);
  const rest = text.slice(offset - start);
  return number === null ? `…${rest}` : `${String(number).padEnd(2)} | …${rest}`;
}

function cut(
  out: string[],
  open: OpenBlock | null,
  line: Line,
  shown: string,
  room: number,
  offset: number,
): Page {
  let next = Math.max(line.start, offset);
  const isHeader = open !== null && out.length - 1 === open.at;
  if (out.length === 0 || (isHeader && open!.at === 0)) {
    // The line alone is too long: as much of it as fits.
    const most = Math.max(1, room - 2);
    const half = /[\ud800-\udbff]/.test(shown[most - 1] ?? '') ? 1 : 0;
    const part = shown.slice(0, most - half);
    const added = shown.length - (line.end - next);
    next += Math.max(1, part.length - added);
    if (open !== null) note(open, line.text);
    out.push(`${part}…`);
  } else if (isHeader) {
    // A header without a line below it is useless: the next page starts with it.
    next = open!.start;
    out.pop();
    return { text: trimmed(out), next };
  }
  if (open !== null) {
    writeHeader(out, open);
    out.push(open.fence);
  }
  return { text: trimmed(out), next };
}

function writeHeader(out: string[], { at, fence, path, shown }: OpenBlock): void {
  out[at] = fence + path + (shown.length === 0 ? '' : ` (lines ${formatRanges(shown, ', ')})`);
}

function trimmed(out: string[]): string {
  let end = out.length;
  while (end > 0 && out[end - 1] === '') end--;
  let start = 0;
  while (start < end && out[start] === '') start++;
  return out.slice(start, end).join('\n');
}
