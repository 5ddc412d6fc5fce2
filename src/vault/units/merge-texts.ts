import { STAMPED_FIELDS, splitFrontmatter } from '../frontmatter.js';
import { outlineOf } from '../headings.js';
import { COUNT_FIELD } from '../inbox-count.js';
import { lineEndOf, rawLines } from '../lines.js';
import { type Conflict, type MergedUnit, type MergeOptions, mergeUnits } from './merge-units.js';
import { inOrder, parseUnits, type Unit, type Units } from './parse-units.js';

interface MergedText {
  text: string;
  /** Units that both versions changed. */
  conflicts: Conflict[];
  /** Headings that lost the last of what was below them. */
  emptied: string[];
}

/**
 * Merges the changes that `theirs` made since `base` into `ours`, unit by unit. The stamped fields are those of
 * ours: whoever saves the text stamps it again.
 */
export function mergeTexts(base: string, ours: string, theirs: string, options?: MergeOptions): MergedText {
  const [from, our, their] = [base, ours, theirs].map(splitFrontmatter) as [Split, Split, Split];
  const head = mergeHeads(from, our, their, options);
  const body = mergeBodies(from.body, our.body, their.body, options);
  return {
    text: head.text + body.text,
    conflicts: [...head.conflicts, ...body.conflicts],
    emptied: body.emptied,
  };
}

type Split = ReturnType<typeof splitFrontmatter>;

function mergeHeads(base: Split, ours: Split, theirs: Split, options?: MergeOptions): MergedText {
  if (ours.head === base.head) return { text: theirs.head, conflicts: [], emptied: [] };
  if (theirs.head === base.head) return { text: ours.head, conflicts: [], emptied: [] };
  const our = fieldsOf(ours.yaml);
  // The value alone: what a person wrote below it is theirs.
  const stamps = new Map(
    our.filter(({ key }) => isStampedField(key)).map(({ key, text }) => [key, text.split(/\r?\n/)[0]!]),
  );
  const { units, conflicts } = mergeUnits(fieldsOf(base.yaml, stamps), our, fieldsOf(theirs.yaml, stamps), {
    ...options,
    areFieldsUnique: true,
  });
  const model = ours.yaml === null ? theirs : ours;
  if (model.yaml === null || (units.length === 0 && ours.yaml === null))
    return { text: ours.head, conflicts, emptied: [] };
  const end = lineEndOf(model.head);
  const open = model.head.slice(0, model.head.indexOf('\n') + 1);
  const close = model.head.slice(open.length + model.yaml.length);
  return { text: open + units.map(({ text }) => text + end).join('') + close, conflicts, emptied: [] };
}

/** The fields of frontmatter, one unit each, with these stamps instead of their own. */
export function fieldsOf(yaml: string | null, stamps: ReadonlyMap<string, string> = new Map()): Unit[] {
  const fields: Unit[] = [];
  for (const { text, end } of rawLines(yaml ?? '')) {
    const key = /^[^\s#-][^:]*(?=:)/.exec(text)?.[0];
    const last = fields.at(-1);
    if (key === undefined && last !== undefined) last.text += `${end}${text}`;
    else
      fields.push({
        kind: 'field',
        text: stamps.get(key ?? '') ?? text,
        gap: end,
        key: key ?? '',
        children: [],
      });
  }
  return fields;
}

/** Fields that Rappel keeps itself are never in conflict. */
export function isStampedField(key: string): boolean {
  return key === COUNT_FIELD || STAMPED_FIELDS.some((field) => field === key);
}

function mergeBodies(base: string, ours: string, theirs: string, options?: MergeOptions): MergedText {
  const large = base.length < LARGE ? null : mergeLarge({ base, ours, theirs });
  if (typeof large === 'string') return { text: large, conflicts: [], emptied: [] };
  if (large === null) return mergeAll(base, ours, theirs, options);
  const { part, complete } = large;
  const merged = mergeAll(part.base, part.ours, part.theirs, options);
  const text = complete(merged.text);
  return text === null ? mergeAll(base, ours, theirs, options) : { ...merged, text };
}

/** From this length on, a merge of all units would keep others waiting. */
const LARGE = 100_000;

function mergeAll(base: string, ours: string, theirs: string, options?: MergeOptions): MergedText {
  const versions = { base: parseUnits(base), ours: parseUnits(ours), theirs: parseUnits(theirs) };
  const { units, ...found } = mergeUnits(
    versions.base.units,
    versions.ours.units,
    versions.theirs.units,
    options,
  );
  return { text: joined([...flat(units)], versions, lineEndOf(ours)), ...found };
}

function* flat(units: readonly MergedUnit[]): Generator<MergedUnit> {
  for (const unit of units) {
    yield unit;
    yield* flat(unit.children);
  }
}

type Versions = Record<'base' | 'ours' | 'theirs', Units>;

function joined(units: readonly MergedUnit[], versions: Versions, lineEnd: string): string {
  const gaps = { base: gapsOf(versions.base), ours: gapsOf(versions.ours), theirs: gapsOf(versions.theirs) };
  let text = '';
  for (let at = -1; at < units.length; at++) {
    const [unit, next] = [units[at], units[at + 1]];
    const gap = gapBetween(unit, next, gaps);
    const missing = unit === undefined || next === undefined ? 0 : leastEnds(unit, next) - lineEnds(gap);
    text += (unit?.text ?? '') + gap + lineEnd.repeat(Math.max(0, missing));
  }
  return text;
}

/** How many line ends keep two units apart: two paragraphs without a blank line would be one, unless they are in a version. */
function leastEnds(unit: MergedUnit, next: MergedUnit): number {
  const isBlock = ({ ours, theirs }: MergedUnit) => (ours ?? theirs)?.kind === 'block';
  const isTogether = (['ours', 'theirs'] as const).some((side) => unit[side] && next[side]);
  return !isTogether && isBlock(unit) && isBlock(next) ? 2 : 1;
}

/** Undefined stands for the start of the text, or its end. */
type Place = Unit | undefined;

interface Gaps {
  first: Place;
  last: Place;
  after: Map<Place, { gap: string; next: Place }>;
  before: Map<Place, string>;
}

function gapsOf({ lead, units }: Units): Gaps {
  const all = [...inOrder(units)];
  const gaps: Gaps = { first: all[0], last: all.at(-1), after: new Map(), before: new Map() };
  let previous: { place: Place; gap: string } = { place: undefined, gap: lead };
  for (const next of [...all, undefined]) {
    gaps.after.set(previous.place, { gap: previous.gap, next });
    gaps.before.set(next, previous.gap);
    if (next !== undefined) previous = { place: next, gap: next.gap };
  }
  return gaps;
}

/** What separates two units: as in a version where they follow each other, else as above the second. */
function gapBetween(
  unit: MergedUnit | undefined,
  next: MergedUnit | undefined,
  gaps: Record<keyof Versions, Gaps>,
): string {
  const known = (version: keyof Versions): string | null => {
    const both = isKnown(unit, version) && isKnown(next, version);
    const found = both ? gaps[version].after.get(unit?.[version]) : undefined;
    return found !== undefined && found.next === next?.[version] ? found.gap : null;
  };
  const [base, ours, theirs] = [known('base'), known('ours'), known('theirs')];
  if (ours !== null && theirs !== null) return ours === base ? theirs : ours;
  if (ours !== null || theirs !== null) return (ours ?? theirs)!;
  if (next === undefined) return gaps.ours.before.get(undefined) ?? '';
  const kinds = [unit, next].map((place) => (place?.ours ?? place?.theirs)?.kind);
  // An item or a row that follows a heading in its version is no example of how it follows another one.
  if (kinds[0] === kinds[1] && (kinds[0] === 'item' || kinds[0] === 'row')) {
    const first = [...gaps.ours.after, ...gaps.theirs.after].find(
      ([place, after]) => place?.kind === kinds[0] && after.next?.kind === kinds[0],
    );
    return first?.[1].gap ?? '';
  }
  // Nothing is above the first unit of a version, and nothing below the last: those gaps are no example.
  const above = (['ours', 'theirs'] as const)
    .filter((version) => next[version] !== undefined && gaps[version].first !== next[version])
    .map((version) => gaps[version].before.get(next[version])!)[0];
  const below = (['ours', 'theirs'] as const)
    .filter((version) => unit?.[version] !== undefined && gaps[version].last !== unit[version])
    .map((version) => gaps[version].after.get(unit![version])!.gap)[0];
  if (next.ours === undefined || unit?.ours === undefined) return above ?? below ?? '';
  return lineEnds(below) > lineEnds(above) ? below! : (above ?? '');
}

function isKnown(place: MergedUnit | undefined, version: keyof Versions): boolean {
  return place === undefined || place[version] !== undefined;
}

function lineEnds(gap: string | undefined): number {
  return gap === undefined ? -1 : gap.split('\n').length - 1;
}

/** The part of a text that another version replaced. */
interface Replaced {
  start: number;
  end: number;
  text: string;
}

/** Three versions of the same part of a text. */
interface Part {
  base: string;
  ours: string;
  theirs: string;
}

/** What has to be merged of a large text; `complete` puts the result between what all versions have. */
interface LargeMerge {
  part: Part;
  complete(merged: string): string | null;
}

/**
 * A merge by units compares every unit of a text, which takes a second for some megabytes. Two writers mostly change one
 * place each: if whole units lie between them, both changes are made. If not, only the part around them is merged.
 * Returns the text, or the part; null if the text has to be merged as a whole.
 */
function mergeLarge({ base, ours, theirs }: Part): string | LargeMerge | null {
  const [our, their] = [replacedBy(base, ours), replacedBy(base, theirs)];
  const [first, second] = our.start <= their.start ? [our, their] : [their, our];
  if (hasUnitsBetween(base, first.end, second.start))
    return [
      base.slice(0, first.start),
      first.text,
      base.slice(first.end, second.start),
      second.text,
      base.slice(second.end),
    ].join('');
  return partAround({ base, ours, theirs }, first.start, Math.max(first.end, second.end));
}

function replacedBy(base: string, other: string): Replaced {
  const most = Math.min(base.length, other.length);
  const start = longest(most, (from, to) => base.startsWith(other.slice(from, to), from));
  const same = longest(most - start, (from, to) =>
    base.endsWith(other.slice(other.length - to, other.length - from), base.length - from),
  );
  return { start, end: base.length - same, text: other.slice(start, other.length - same) };
}

/** The largest length whose every stretch `from` to `to` is the same. */
function longest(most: number, isSame: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A unit that neither changed, with its beginning and that of the next. */
function hasUnitsBetween(text: string, from: number, to: number): boolean {
  const first = nextStart(text, from);
  const second = first === null ? null : nextStart(text, first + 1);
  return second !== null && second <= to;
}

/** Unchanged units around the part stay in it, because what separates two units depends on both. */
function partAround({ base, ours, theirs }: Part, from: number, to: number): LargeMerge | null {
  const start = earlierStart(base, earlierStart(base, from));
  const after = nextStart(base, to);
  const end = (after === null ? null : nextStart(base, after + 1)) ?? base.length;
  const headings = start === 0 ? '' : headingsAbove(base, start);
  if (headings === null) return null;
  const tail = base.length - end;
  const cut = (text: string) => headings + text.slice(start, text.length - tail);
  return {
    part: { base: cut(base), ours: cut(ours), theirs: cut(theirs) },
    complete: (merged) =>
      merged.startsWith(headings)
        ? base.slice(0, start) + merged.slice(headings.length) + base.slice(end)
        : null,
  };
}

/** The headings that a place is below, each as it is written; null inside a code fence. */
function headingsAbove(text: string, at: number): string | null {
  const lines = rawLines(text.slice(0, at));
  const place = rawLines(text.slice(at, lineEnd(text, at)));
  const { headings, fenced } = outlineOf([...lines, ...place].map((line) => line.text));
  if (fenced.has(lines.length + 1)) return null;
  let above = '';
  let level = 7;
  for (const heading of headings.toReversed()) {
    if (heading.line > lines.length || heading.level >= level) continue;
    level = heading.level;
    const { text: own, end } = lines[heading.line - 1]!;
    above = own + end + above;
  }
  return above;
}

/** The beginning of a unit that is inside of no other but headings, at or after a place. */
function nextStart(text: string, from: number): number | null {
  let at = from === 0 || text[from - 1] === '\n' ? from : lineEnd(text, from);
  for (; at < text.length; at = lineEnd(text, at)) if (isStart(text, at)) return at;
  return null;
}

/** The same before a place; the beginning of the text where there is none. */
function earlierStart(text: string, before: number): number {
  for (let at = before; at > 0; ) {
    at = text.lastIndexOf('\n', at - 2) + 1;
    if (isStart(text, at)) return at;
  }
  return 0;
}

/** At the beginning of a line. */
function isStart(text: string, at: number): boolean {
  const line = text.slice(at, Math.min(lineEnd(text, at), at + 20));
  if (/^(?:\s|```|~~~)/.test(line)) return false;
  if (/^(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return true;
  const above = text.slice(text.lastIndexOf('\n', at - 2) + 1, at);
  return at > 0 && above.trim() === '';
}

/** Where the next line begins. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}
