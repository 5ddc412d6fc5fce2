import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { unifiedDiff } from '../vault/diff.js';
import { notText } from '../vault/files.js';
import { fieldOf, STAMPED_FIELDS, splitFrontmatter } from '../vault/frontmatter.js';
import {
  BOM,
  lineEndOf,
  type NumberedText,
  parseNumbered,
  type RawLine,
  rawLines,
  shownLines,
  visibleText,
} from '../vault/lines.js';
import { defineTool, textResult } from './define-tool.js';
import { requireSeen, withoutNewSecrets, writablePlace } from './guards.js';
import { pathInput, text } from './parse-input.js';

const OLD = 'the lines to replace, as shown by read, or an exact passage; not empty';

export const edit = defineTool({
  name: 'edit',
  hints: { readOnly: false, destructive: true, idempotent: false },
  input: () =>
    z.strictObject({
      path: pathInput(),
      old_content: text(OLD).refine((old) => visibleText(old) !== '', OLD),
      new_content: text('the text to put in its place; empty removes it'),
    }),
  async run({ path: input, old_content, new_content }, { vault, session }) {
    const place = writablePlace(vault, input);
    if (place.kind === 'missing') throw vault.missing(place);
    if (place.kind !== 'file') throw notText(place.shown);

    let moved: { from: number; to: number } | null = null;
    const { before, after } = vault.save(place, (current) => {
      if (current === null) throw vault.missing(place);
      requireSeen(session, place, current);
      const outcome = applyEdit(current, old_content, new_content);
      if (outcome.kind !== 'edited') throw refusal(outcome, place.shown);
      checkStampedFields(current, outcome.text, place.shown);
      moved = outcome.moved;
      return withoutNewSecrets(place, current, outcome.text);
    });
    if (before === after) return textResult(`unchanged ${place.shown}`);
    session.changed(place.path, before, after);
    const diff = await diffOf(place.shown, before!, after);
    const brief = `edited ${place.shown}${movedNote(moved)}`;
    return { ...textResult(`${brief}\n${diff}`), brief };
  },
});

function movedNote(moved: { from: number; to: number } | null): string {
  return moved === null ? '' : ` (moved from line ${moved.from} to ${moved.to})`;
}

/** The diff as a person expects it, without the stamps that every write changes. */
function diffOf(shown: string, before: string, after: string): Promise<string> {
  const stamp = new RegExp(`^["']?(${STAMPED_FIELDS.join('|')})["']?[ \\t]*:`);
  const oldLines = shownLines(before);
  const newLines = shownLines(after);
  const oldHead = shownLines(splitFrontmatter(before).head).length;
  const masked = oldLines.map((line, index) => {
    if (index >= oldHead) return line;
    const key = stamp.exec(line)?.[1];
    return key === undefined ? line : (newLines.find((other) => stamp.exec(other)?.[1] === key) ?? line);
  });
  return unifiedDiff(shown, masked, newLines);
}

function checkStampedFields(before: string, after: string, shown: string): void {
  const oldYaml = splitFrontmatter(before).yaml;
  const newYaml = splitFrontmatter(after).yaml;
  for (const key of STAMPED_FIELDS) {
    if (fieldOf(oldYaml, key) === fieldOf(newYaml, key)) continue;
    throw new RappelError('protected', 'edit.stamped', { field: key, path: shown });
  }
}

function refusal(outcome: Exclude<EditOutcome, { kind: 'edited' }>, shown: string): RappelError {
  if (outcome.kind === 'several') {
    const lines = [...new Set(outcome.lines)];
    const count = `${outcome.lines.length}${outcome.lines.length < MOST_MATCHES ? '' : ' or more'}`;
    const places = lines.length > 20 ? [...lines.slice(0, 20), '…'] : lines;
    return new RappelError('several_matches', 'edit.several_matches', {
      count,
      lines: places.join(', '),
      path: shown,
    });
  }
  return new RappelError('no_match', outcome.numbered ? 'edit.lines_not_there' : 'edit.no_match', {
    path: shown,
  });
}

type EditOutcome =
  | { kind: 'edited'; text: string; moved: { from: number; to: number } | null }
  | { kind: 'no-match'; numbered: boolean }
  | { kind: 'several'; lines: number[] };

/** More matches than this are not counted. */
const MOST_MATCHES = 1000;

/**
 * Replaces one passage of a file. Numbered text means whole lines at those numbers; any other text is an exact
 * passage that must occur once. `\r` and a byte order mark are invisible to both arguments, and kept around the
 * change.
 */
export function applyEdit(text: string, oldContent: string, newContent: string): EditOutcome {
  const numbered = numberedLines(oldContent, 'aligned');
  if (numbered !== null) return replaceLines(text, numbered, newContent);
  const outcome = replacePassage(text, visibleText(oldContent), visibleText(newContent));
  // Models that retype lines often forget to pad the numbers.
  const unpadded = outcome.kind === 'no-match' ? numberedLines(oldContent, 'any') : null;
  return unpadded === null ? outcome : replaceLines(text, unpadded, newContent);
}

/** The text without its numbers, if every line has one and they are consecutive. */
function numberedLines(content: string, padding: 'aligned' | 'any'): NumberedText | null {
  const numbered = parseNumbered(content, padding);
  return numbered !== null && followEachOther(numbered.numbers) ? numbered : null;
}

function followEachOther(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number === numbers[index - 1]! + 1);
}

function withoutNumbers(newContent: string): string[] {
  return parseNumbered(newContent, 'any')?.lines ?? shownLines(newContent);
}

function replaceLines(text: string, numbered: NumberedText, newContent: string): EditOutcome {
  const first = numbered.numbers[0]!;
  const oldLines = numbered.lines;
  const newLines = withoutNumbers(newContent);
  const lines = rawLines(text);
  const shown = shownLines(text);
  const at = matchesAt(shown, oldLines, first) ? [first] : occurrences(shown, oldLines);
  if (at.length === 0) return { kind: 'no-match', numbered: true };
  if (at.length > 1) return { kind: 'several', lines: at };

  const start = at[0]! - 1;
  const replaced = lines.slice(start, start + oldLines.length);
  const bom = start === 0 && text.startsWith(BOM) ? BOM : '';
  const fresh = newLines.map((line, index) =>
    newLine(line, index, newLines.length, oldLines, replaced, lineEndOf(text)),
  );
  if (fresh.length > 0 && bom !== '' && !fresh[0]!.text.startsWith(BOM))
    fresh[0]!.text = bom + fresh[0]!.text;
  const after = [...lines.slice(0, start), ...fresh, ...lines.slice(start + oldLines.length)];
  return {
    kind: 'edited',
    text: (fresh.length === 0 ? bom : '') + after.map((line) => line.text + line.end).join(''),
    moved: at[0] === first ? null : { from: first, to: at[0]! },
  };
}

/** An unchanged line keeps its bytes; a new line takes the line end of the line it replaces. */
function newLine(
  line: string,
  index: number,
  count: number,
  oldLines: readonly string[],
  replaced: readonly RawLine[],
  lineEnd: string,
): RawLine {
  // The end of the last line stays as it was: it may be the end of the file.
  const end = index === count - 1 ? replaced.at(-1)!.end : replaced[index]?.end || lineEnd;
  const kept = oldLines[index] === line ? replaced[index]!.text : line;
  return { text: kept, end };
}

function matchesAt(lines: readonly string[], wanted: readonly string[], first: number): boolean {
  return (
    first >= 1 &&
    first - 1 + wanted.length <= lines.length &&
    wanted.every((line, i) => lines[first - 1 + i] === line)
  );
}

/** Where the wanted lines occur, in one pass (Knuth, Morris, Pratt): a file may be a million empty lines. */
function occurrences(lines: readonly string[], wanted: readonly string[]): number[] {
  // fallback[n]: how many of the first n wanted lines also end there and need no second comparison.
  const fallback = [0, 0];
  for (let i = 1, known = 0; i < wanted.length; i++) {
    while (known > 0 && wanted[i] !== wanted[known]) known = fallback[known]!;
    if (wanted[i] === wanted[known]) known++;
    fallback.push(known);
  }
  const found: number[] = [];
  for (let i = 0, known = 0; i < lines.length && found.length < MOST_MATCHES; i++) {
    while (known > 0 && (known === wanted.length || lines[i] !== wanted[known])) known = fallback[known]!;
    if (lines[i] === wanted[known]) known++;
    if (known === wanted.length) found.push(i - wanted.length + 2);
  }
  return found;
}

function replacePassage(text: string, oldContent: string, newContent: string): EditOutcome {
  const visible = visibleText(text);
  const found: number[] = [];
  // One step at a time, to count overlapping matches too.
  let at = visible.indexOf(oldContent);
  for (; at !== -1 && found.length < MOST_MATCHES; at = visible.indexOf(oldContent, at + 1)) found.push(at);
  if (found.length === 0) return { kind: 'no-match', numbered: false };
  if (found.length > 1) return { kind: 'several', lines: lineNumbersAt(visible, found) };

  const start = rawOffset(text, found[0]!, 'start');
  const end = rawOffset(text, found[0]! + oldContent.length, 'end');
  const lineEnd = lineEndOf(text);
  const fresh = lineEnd === '\n' ? newContent : newContent.replaceAll('\n', lineEnd);
  return { kind: 'edited', text: text.slice(0, start) + fresh + text.slice(end), moved: null };
}

/** The line numbers of ascending offsets. */
function lineNumbersAt(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line++;
    return line;
  });
}

/**
 * Maps an offset in the visible text to the file. A passage that starts at a line end includes its `\r`; one that
 * ends before a line end leaves it.
 */
function rawOffset(text: string, offset: number, side: 'start' | 'end'): number {
  const bom = text.startsWith(BOM) ? 1 : 0;
  if (!text.includes('\r')) return offset + bom;
  let visible = 0;
  let at = bom;
  while (visible < offset) {
    if (text[at] !== '\r') visible++;
    at++;
  }
  if (side === 'end') return at;
  while (text[at] === '\r' && text[at + 1] !== '\n') at++;
  return at;
}
