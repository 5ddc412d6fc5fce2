import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { readBytes, readText } from '../vault/files.js';
import { firstBodyLine, hasStampsAlone, splitFrontmatter } from '../vault/frontmatter.js';
import { globBase, globMatcher, isGlob } from '../vault/globs.js';
import { findHeadings } from '../vault/headings.js';
import { imageInfo } from '../vault/images.js';
import { hasImageName } from '../vault/kinds.js';
import {
  formatRanges,
  hiddenLines,
  type LineRange,
  numberRanges,
  parseRanges,
  pastEnd,
} from '../vault/line-ranges.js';
import { block, numberedLine, numberWidth, shownLines } from '../vault/lines.js';
import { createNearPaths, type NearPaths } from '../vault/near-names.js';
import { hasControlCharacter, joinPath, printable, showPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { listFolder, walk } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';
import { defineTool, READS, type ToolContext, type ToolImage } from './define-tool.js';
import { type InputFile, inputFilesAt } from './input-files.js';
import { createItemList, type ItemList } from './item-list.js';
import { optional, positiveInteger } from './parse-input.js';

const PATHS = 'a path or a list of paths, like "vault/tasks.md" or ["vault/tasks.md", "vault/bucket/"]';

export const read = defineTool({
  name: 'read',
  hints: READS,
  input: () =>
    z.strictObject({
      paths: z.union([z.string(PATHS), z.array(z.string(PATHS)).min(1, PATHS)], PATHS),
      head: optional(positiveInteger(), null),
      tail: optional(positiveInteger(), null),
      folded: optional(z.boolean('true or false'), false),
    }),
  async run({ paths, ...view }, context) {
    checkView({ ...view, lines: null });
    const items = createItemList();
    const near = createNearPaths(context.vault.root);
    for (const [index, input] of [paths].flat().entries()) {
      if (index > 0) await yieldToEventLoop();
      items.attempt(printable(input), () => {
        const unlisted: RappelError[] = [];
        const { path, lines } = rangesOf(context.vault, input);
        const shown = { ...view, lines };
        if (lines !== null) checkView(shown);
        const own = inputFilesAt(context.input, path);
        for (const file of own ?? []) showInput(file, shown, items);
        if (own !== null) return;
        for (const place of placesOf(context.vault, path, unlisted, near)) show(place, shown, context, items);
        for (const error of unlisted) items.attempt(input, () => raise(error));
      });
    }
    return items.result();
  },
});

interface View {
  head: number | null;
  tail: number | null;
  folded: boolean;
  /** The lines that the path names. */
  lines: LineRange[] | null;
}

/**
 * A path may end in ranges, as the header of a partial block does, or a result: `vault/x.md (lines 1-1, 9-14)`,
 * `vault/x.md:9-14`, `vault/x.md:9`.
 */
function rangesOf(vault: Vault, input: string): { path: string; lines: LineRange[] | null } {
  const match = /^(.+) \(lines ([\d, -]+)\)$/.exec(input) ?? /^(.+):(\d[\d,-]*)$/.exec(input);
  const [, path = '', named = ''] = match ?? [];
  if (path === '' || vault.resolve(input).kind !== 'missing') return { path: input, lines: null };
  const lines = parseRanges(named.replaceAll(/(?<![\d-])\d+(?![\d-])/g, '$&-$&'));
  if (lines !== null) return { path, lines };
  throw new RappelError('bad_range', 'range.malformed', { given: named, path: printable(path) });
}

function checkView({ head, tail, folded, lines }: View): void {
  if (lines !== null && (folded || head !== null || tail !== null)) {
    throw new RappelError('invalid_input', 'read.range_and_part');
  }
  if (head !== null && tail !== null) {
    throw new RappelError('invalid_input', 'read.head_and_tail', { parameter: 'head', head, tail });
  }
  const part = head !== null ? 'head' : tail !== null ? 'tail' : null;
  if (folded && part !== null) {
    throw new RappelError('invalid_input', 'read.folded_part', { parameter: 'folded', part });
  }
}

/** An existing path is taken literally; any other is tried as a wildcard path over files, then over folders. */
function placesOf(vault: Vault, input: string, unlisted: RappelError[], near: NearPaths): Place[] {
  const place = vault.resolve(input);
  if (place.kind !== 'missing') return [place];
  if (isGlob(place.path)) {
    const base = vault.locate(globBase(place.path));
    const matches = globMatcher(place.path);
    const note = (error: RappelError) => unlisted.push(error);
    const found = base.kind === 'folder' ? [...walk(vault.root, base.target, base.path, note)] : [];
    const hits = found.filter((entry) => matches(entry.path));
    const files = hits.filter((entry) => entry.kind === 'file');
    if (hits.length === 0 && unlisted.length > 0) throw unlisted.pop();
    if (hits.length > 0) return (files.length > 0 ? files : hits).map((entry) => vault.locate(entry.path));
  }
  throw vault.missing(place, near);
}

function show(place: Place, view: View, context: ToolContext, items: ItemList): void {
  if (place.kind !== 'folder') {
    items.attempt(printable(place.shown), () => showFile(place, view, context, items));
    return;
  }
  requirePrintable(place);
  const files = listFolder(context.vault.root, place.target, place.path).filter(
    (entry) => entry.kind === 'file',
  );
  if (files.length === 0) items.add(block(place.shown, ''));
  for (const { name } of files) {
    const path = joinPath(place.path, name);
    items.attempt(printable(showPath(path)), () =>
      showFile(context.vault.locate(path), view, context, items),
    );
  }
}

function showFile(place: Place, view: View, { session, isAgent }: ToolContext, items: ItemList): void {
  requirePrintable(place);
  if (hasImageName(place.path)) {
    const { line, image } = readImage(place);
    items.add(line, image);
    return;
  }
  const text = readText(place);
  session.saw(place.path, text);
  const shownBefore = (first: number, lines: readonly string[]) => {
    const isKnown =
      lines.some((line) => line !== '') &&
      lines.every((line, index) => line === '' || session.hasShown(place.path, first + index, line));
    session.showed(place.path, first, lines);
    return isKnown;
  };
  items.add(blockOf(place.shown, text, view, { shownBefore, isAgent }));
}

/**
 * A file of the run's input: shown like any other, but no file of the vault that could be edited. The whole text goes on
 * after the beginning that the run knows.
 */
function showInput(file: InputFile, view: View, items: ItemList): void {
  const isWhole = view.lines === null && view.head === null && view.tail === null && !view.folded;
  if ('text' in file) {
    const rest = { first: file.beginning + 1, last: Number.POSITIVE_INFINITY };
    items.add(blockOf(file.shown, file.text, isWhole ? { ...view, lines: [rest] } : view));
  } else items.add(imageLine(file.image, imageInfo(file.image.bytes)!), file.image);
}

interface Reader {
  /** Notes that these lines are shown; true if all but empty ones were shown before and said the same. */
  shownBefore?: (first: number, lines: readonly string[]) => boolean;
  isAgent?: boolean | undefined;
}

function blockOf(
  shown: string,
  text: string,
  view: View,
  { shownBefore, isAgent = false }: Reader = {},
): string {
  const lines = shownLines(text);
  if (view.folded) return block(shown, foldLines(text, lines));
  const ranges = visibleRanges(lines, view);
  const outside = view.lines === null ? undefined : ranges.find(({ first }) => first > lines.length);
  if (outside !== undefined) throw pastEnd(shown, outside.first, lines.length);
  const [{ first, last }] = ranges as [LineRange];
  if (first > last && lines.length > 0) return block(`${shown} (no line fits)`, '');
  const isWhole = first === 1 && last === lines.length;
  const start = isWhole && isAgent && hasStampsAlone(text) ? firstBodyLine(text) : first;
  const parts = [{ first: start, last }, ...ranges.slice(1)];
  const known = parts.map(
    (part) => shownBefore?.(part.first, lines.slice(part.first - 1, part.last)) ?? false,
  );
  const header = isWhole ? shown : `${shown} (lines ${formatRanges(ranges, ', ')})`;
  if (isAgent && !known.includes(false))
    return `[unchanged] ${header}: shown above (numbers left out are empty lines)`;
  return block(header, numberRanges(lines, parts));
}

/** The requested lines, or as many whole lines from either end as fit; line numbers don't count. `first > last` if none fits. */
function visibleRanges(lines: readonly string[], { head, tail, lines: ranges }: View): LineRange[] {
  if (ranges !== null)
    return ranges.map(({ first, last }) => ({ first, last: Math.min(last, lines.length) }));
  let room = (head ?? tail ?? Number.POSITIVE_INFINITY) * 4;
  let first = 1;
  let last = lines.length;
  if (head !== null) {
    last = 0;
    while (last < lines.length && room > lines[last]!.length) room -= lines[last++]!.length + 1;
  } else if (tail !== null) {
    first = lines.length + 1;
    while (first > 1 && room > lines[first - 2]!.length) room -= lines[--first - 1]!.length + 1;
  }
  return [{ first, last }];
}

function readImage(place: Place): { line: string; image: ToolImage } {
  if (place.kind === 'file' && place.stats!.size > MAX_IMAGE_BYTES) {
    throw new RappelError('invalid_input', 'image.too_large', { path: place.shown });
  }
  const bytes = readBytes(place);
  const info = imageInfo(bytes);
  if (info === null) throw new RappelError('not_text', 'image.not_one', { path: place.shown });
  const image = { path: place.shown, media_type: info.media_type, bytes };
  return { line: imageLine(image, info), image };
}

function imageLine({ path, media_type }: ToolImage, { width, height }: { width: number; height: number }) {
  return `[image] ${path} (${media_type}, ${width}×${height})`;
}

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

function raise(error: RappelError): never {
  throw error;
}

/** A name with a control character could imitate other output. */
function requirePrintable({ path, shown }: Place): void {
  if (!hasControlCharacter(path)) return;
  throw new RappelError('invalid_input', 'path.control_character', { path: printable(shown) });
}

/** The outline of a file: frontmatter, H1 and H2 with their numbers; hidden lines appear as a range. */
function foldLines(text: string, lines: readonly string[]): string {
  const headLines = shownLines(splitFrontmatter(text).head).length;
  const headings = findHeadings(lines, headLines + 1).filter((heading) => heading.level <= 2);
  const kept = [
    ...Array.from({ length: headLines }, (_, index) => index + 1),
    ...headings.map(({ line }) => line),
  ];
  const width = numberWidth(kept.at(-1) ?? 0);

  const folded: string[] = [];
  let next = 1;
  const hide = (until: number) => {
    if (lines.slice(next - 1, until).some((line) => line.trim() !== ''))
      folded.push(hiddenLines(next, until));
  };
  for (const number of kept) {
    hide(number - 1);
    folded.push(numberedLine(lines[number - 1]!, number, width));
    next = number + 1;
  }
  hide(lines.length);
  return folded.join('\n');
}
