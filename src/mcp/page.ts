import { RappelError } from '../shared/errors.js';
import { formatRanges, joinRanges, type LineRange } from '../vault/line-ranges.js';

/** The most characters of a result: clients cut longer ones or show a preview. */
export const MOST_CHARACTERS = 39_500;

/** A part of a long text. `next` is where the following part starts; null for the last. */
interface Page {
  text: string;
  next: number | null;
}

/**
 * The part of a tool's text from `offset` that fits into `room`: whole lines, with blocks closed and reopened under
 * the range they show. A line longer than the room is cut.
 */
export function pageOf(full: string, offset: number, room: number): Page {
  if (offset > 0 && offset >= full.length) {
    throw new RappelError('invalid_input', 'page.past_end', { offset, length: full.length });
  }
  if (offset === 0 && full.length <= room) return { text: full, next: null };
  const shown: Item[] = [];
  let left = room;
  for (const item of itemsFrom(full, offset)) {
    const { block, text, start } = item;
    if (shown.length === 0 && block === null && text === '') continue;
    if (block !== null && block !== shown.at(-1)?.block) left -= block.fence.length + block.header.length + 1;
    if (text.length + 1 > left) {
      // A page that has lines ends before this one; otherwise it shows as much of it as fits.
      if (shown.length > 0) return { text: render(shown), next: start };
      const part = cut(text, left - 2);
      const next = item.end - text.length + part.length;
      return {
        text: render([{ ...item, text: `${part}…`, isPart: true }]),
        next: Math.max(next, offset + 1),
      };
    }
    shown.push(item);
    left -= text.length + 1;
  }
  return { text: render(shown), next: null };
}

/** The input of the `concat` call that shows the rest. */
export function restOf(full: string, offset: number): { path: string; lines: string | null }[] {
  const items = itemsFrom(full, offset);
  const blocks = new Set(items.flatMap(({ block }) => block ?? []));
  return [...blocks].flatMap((block) => {
    const own = items.filter((item) => item.block === block);
    const lines = formatRanges(rangesOf(own));
    const isFile = isWhole(block, own) && block.header === block.path;
    return lines === '' ? [] : [{ path: block.path, lines: isFile ? null : lines }];
  });
}

/** A line inside a block, a line between blocks, or a block without lines. */
interface Item {
  text: string;
  /** Where a page that begins with it starts: for the first line of a block, at the header above. */
  start: number;
  end: number;
  block: Block | null;
  /** Its beginning is on an earlier page, or its end on a later one. */
  isPart: boolean;
}

interface Block {
  fence: string;
  /** The path, with the lines that it shows. */
  header: string;
  path: string;
  start: number;
  items: number;
}

const RANGE = / \((?:lines \d+-\d+(?:, \d+-\d+)*|no line fits)\)$/;

function itemsFrom(full: string, offset: number): Item[] {
  return itemsOf(full)
    .filter(({ start, end }) => end > offset || (end === offset && start >= offset))
    .map((item) => continued(item, offset));
}

function itemsOf(full: string): Item[] {
  const items: Item[] = [];
  let block: Block | null = null;
  let end = -1;
  for (const text of full.split('\n')) {
    let start = end + 1;
    end = start + text.length;
    if (block === null) {
      block = blockOpenedBy(text, start);
      if (block === null) items.push({ text, start, end, block, isPart: false });
      continue;
    }
    const isEnd = text === block.fence;
    if (!isEnd || block.items === 0) {
      if (block.items++ === 0) start = block.start;
      items.push({ text: isEnd ? '' : text, start, end, block, isPart: false });
    }
    if (isEnd) block = null;
  }
  return items;
}

function blockOpenedBy(line: string, start: number): Block | null {
  const [, fence, header] = /^(```|~~~)(vault\/.*)$/s.exec(line) ?? [];
  if (fence === undefined || header === undefined) return null;
  return { fence, header, path: header.replace(RANGE, ''), start, items: 0 };
}

/** A line continued from the previous page shows its number again. */
function continued(item: Item, offset: number): Item {
  const from = item.end - item.text.length;
  if (offset <= from) return item;
  const number = numberOf(item.text);
  const rest = `…${item.text.slice(offset - from)}`;
  return { ...item, text: number === null ? rest : `${String(number).padEnd(2)} | ${rest}`, isPart: true };
}

/** The first characters of a text, at least one, without half of a pair. */
function cut(text: string, length: number): string {
  const most = Math.max(1, length);
  return text.slice(0, /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most);
}

function render(shown: readonly Item[]): string {
  const lines = shown.flatMap(({ text, block }, index) => {
    if (block === null) return [text];
    const opens = block !== shown[index - 1]?.block;
    const closes = block !== shown[index + 1]?.block;
    return [
      ...(opens ? [headerOf(block, shown)] : []),
      ...(text === '' ? [] : [text]),
      ...(closes ? [block.fence] : []),
    ];
  });
  return lines.join('\n').replace(/\n+$/, '');
}

function headerOf(block: Block, shown: readonly Item[]): string {
  const own = shown.filter((item) => item.block === block);
  const ranges = formatRanges(rangesOf(own), ', ');
  if (isWhole(block, own)) return block.fence + block.header;
  return block.fence + block.path + (ranges === '' ? '' : ` (lines ${ranges})`);
}

function isWhole(block: Block, own: readonly Item[]): boolean {
  return own.length === block.items && own.every(({ isPart }) => !isPart);
}

function rangesOf(items: readonly Item[]): LineRange[] {
  const numbers = items.map(({ text }) => numberOf(text)).filter((number) => number !== null);
  return joinRanges(numbers.map((number) => ({ first: number, last: number })));
}

function numberOf(text: string): number | null {
  const match = /^(\d+) *\|/.exec(text);
  return match === null ? null : Number(match[1]);
}
