/** Lines of a text that belong together. */
export interface Piece {
  first: number;
  last: number;
  kind: LineKind;
  /** The head of its table, for a row. */
  above: number[];
}

type LineKind = 'text' | 'item' | 'row' | 'code';

/**
 * Cuts the lines `from` to `to`, which hold no heading, into paragraphs, chat turns, list items with what is nested in
 * them, table rows and code blocks. Empty lines belong to none.
 */
export function cutText(
  lines: readonly string[],
  fenced: ReadonlySet<number>,
  from: number,
  to: number,
): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  let tableHead: number[] = [];
  for (let number = from; number <= to; number++) {
    const line = lines[number - 1]!;
    if (line.trim() === '' && !fenced.has(number)) {
      // What follows an item may still be nested in it.
      if (open?.kind !== 'item') open = null;
      tableHead = [];
      continue;
    }
    const kind = fenced.has(number) ? 'code' : kindOf(line);
    if (kind === 'row' && tableHead.length === 0 && TABLE_RULE.test(lines[number] ?? '')) {
      tableHead = [number, number + 1];
      open = null;
      number++;
    } else if (open !== null && continues(open, kind, number, lines)) {
      open.last = number;
    } else {
      open = { first: number, last: number, kind, above: kind === 'row' ? tableHead : [] };
      pieces.push(open);
    }
  }
  return pieces;
}

function continues(open: Piece, kind: LineKind, number: number, lines: readonly string[]): boolean {
  const line = lines[number - 1]!;
  if (open.kind === 'item') {
    const isNested = indentOf(line) > indentOf(lines[open.first - 1]!);
    return isNested || (kind === 'text' && open.last === number - 1);
  }
  if (kind !== open.kind) return false;
  return kind === 'code' || (kind === 'text' && !(TURN.test(line) && TURN.test(lines[open.first - 1]!)));
}

function kindOf(line: string): LineKind {
  if (ITEM.test(line)) return 'item';
  return line.trimStart().startsWith('|') ? 'row' : 'text';
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** `Maya: …`, `**Maya:** …`, `[10:42] Maya: …`: a turn of a chat; a field of a list looks the same. */
const TURN = /^\s*(?:[-*+]\s+)?(?:\[[^\]]{1,30}\]\s*)?(?:\*\*)?(\p{L}[^:]{0,30}):(?:\*\*)?\s+\S/u;

/** Whose turn a text is, or the name of the field that it gives; empty where it has none. */
export function labelOf(text: string): string {
  return TURN.exec(text)?.[1] ?? '';
}
