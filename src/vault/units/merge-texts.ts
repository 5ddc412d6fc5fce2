import { STAMPED_FIELDS, splitFrontmatter } from '../frontmatter.js';
import { COUNT_FIELD } from '../inbox-count.js';
import { lineEndOf, rawLines } from '../lines.js';
import { mergeLarge } from './merge-large.js';
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
