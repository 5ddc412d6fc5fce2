import { diffArrays } from 'diff/lib/diff/array.js';
import type { Unit } from './parse-units.js';

/** Which unit of one version is which unit of another. */
export interface Pairs {
  /** From the base to the other version. */
  of: Map<Unit, Unit>;
  /** From the other version to the base. */
  back: Map<Unit, Unit>;
  /** Units of the base that are elsewhere in the other version. */
  moved: Set<Unit>;
}

/**
 * Pairs the units of two versions of a text: equal ones in order, then those about the same thing, then similar ones, and
 * at the end equal ones that moved to another place.
 */
export function pairUnits(base: readonly Unit[], other: readonly Unit[]): Pairs {
  const pairs: Pairs = { of: new Map(), back: new Map(), moved: new Set() };
  pairSiblings(base, other, pairs);
  pairMoved(base, other, pairs);
  return pairs;
}

/** Equal for two units that show the same, with everything inside them. */
export function digest(unit: Unit): string {
  let known = digests.get(unit);
  if (known === undefined) {
    known = [unit.kind, withoutReturns(unit.text), ...unit.children.map(digest), ')'].join('\0');
    digests.set(unit, known);
  }
  return known;
}

const digests = new WeakMap<Unit, string>();

/** The text of a unit as it is compared. */
export function withoutReturns(text: string): string {
  return text.replaceAll('\r', '');
}

function pairSiblings(base: readonly Unit[], other: readonly Unit[], pairs: Pairs): void {
  const pair = (from: Unit, to: Unit): void => {
    pairs.of.set(from, to);
    pairs.back.set(to, from);
  };
  const free = (units: readonly Unit[], side: 'of' | 'back') =>
    units.filter((unit) => !pairs[side].has(unit));

  for (const [from, to] of commonUnits(base, other)) pairAll(from, to, pair);
  const named = (units: Unit[]) => groupBy(units, ({ kind, key }) => `${kind} ${key}`);
  const there = named(free(other, 'back').filter(({ key }) => key !== ''));
  for (const [name, units] of named(free(base, 'of').filter(({ key }) => key !== ''))) {
    const same = there.get(name) ?? [];
    if (units.length === same.length) for (const [at, unit] of units.entries()) pair(unit, same[at]!);
  }
  for (const [from, to] of stretches(base, other, pairs)) pairSimilar(from, to, pair);
  markMoved(base, other, pairs);
  for (const from of base) {
    const to = pairs.of.get(from);
    if (to !== undefined && digest(from) !== digest(to)) pairSiblings(from.children, to.children, pairs);
  }
}

function pairAll(from: Unit, to: Unit, pair: (from: Unit, to: Unit) => void): void {
  pair(from, to);
  for (const [at, child] of from.children.entries()) pairAll(child, to.children[at]!, pair);
}

/** The longest common sequence of equal units. */
function commonUnits(base: readonly Unit[], other: readonly Unit[]): [Unit, Unit][] {
  const options = { maxEditLength: MOST_CHANGES };
  const changes = diffArrays(base.map(digest), other.map(digest), options) ?? [];
  const common: [Unit, Unit][] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let at = 0; at < count; at++) common.push([base[from + at]!, other[to + at]!]);
    if (!added) from += count;
    if (!removed) to += count;
  }
  return common;
}

/** The time grows with the square of the differences. Beyond this, only names and moves are compared. */
const MOST_CHANGES = 2_000;

/** What is between two pairs that follow each other in both versions. */
function stretches(base: readonly Unit[], other: readonly Unit[], pairs: Pairs): [Unit[], Unit[]][] {
  const found: [Unit[], Unit[]][] = [];
  const places = new Map(other.map((unit, at) => [unit, at]));
  let [from, to]: [Unit[], number] = [[], 0];
  for (const unit of [...base, null]) {
    const paired = unit === null ? undefined : pairs.of.get(unit);
    if (unit !== null && paired === undefined) {
      from.push(unit);
      continue;
    }
    const end = paired === undefined ? other.length : (places.get(paired) ?? -1);
    if (end < to) continue;
    found.push([from, other.slice(to, end).filter((candidate) => !pairs.back.has(candidate))]);
    [from, to] = [[], end + 1];
  }
  return found;
}

/** Pairs units of one kind that share most of their words, the most similar first; a single paragraph was rewritten. */
function pairSimilar(
  base: readonly Unit[],
  other: readonly Unit[],
  pair: (from: Unit, to: Unit) => void,
): void {
  if (base.length * other.length > MOST_COMPARED) return;
  const words = new Map([...base, ...other].map((unit) => [unit, wordsOf(unit)]));
  const isRewritten = base.length === 1 && other.length === 1 && base[0]!.kind === 'block';
  const candidates = base.flatMap((from) =>
    other
      .filter(({ kind }) => kind === from.kind)
      .map((to) => ({ from, to, score: similarity(words.get(from)!, words.get(to)!) }))
      .filter(({ score }) => score > 0 || isRewritten),
  );
  const paired = new Set<Unit>();
  for (const { from, to } of candidates.sort((a, b) => b.score - a.score)) {
    if (paired.has(from) || paired.has(to)) continue;
    pair(from, to);
    paired.add(from).add(to);
  }
}

/** Beyond this, units that were changed and not renamed are still found by their names. */
const MOST_COMPARED = 250_000;

/** How much of the smaller set is in the other one; 0 for sets that have little in common. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const ofAll = shared / Math.max(1, a.size + b.size - shared);
  const ofSmaller = shared / Math.max(1, Math.min(a.size, b.size));
  const isSimilar = ofAll >= 0.5 || (ofSmaller >= 0.75 && shared > 1);
  return isSimilar ? ofSmaller + ofAll / 10 : 0;
}

function wordsOf({ text }: Unit): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** All pairs but the longest run in the same order have moved. */
function markMoved(base: readonly Unit[], other: readonly Unit[], pairs: Pairs): void {
  const places = new Map(other.map((unit, at) => [unit, at]));
  const paired = base.filter((unit) => pairs.of.has(unit));
  const order = paired.map((unit) => places.get(pairs.of.get(unit)!) ?? -1);
  const kept = new Set(longestRise(order));
  for (const [at, unit] of paired.entries()) if (!kept.has(at)) pairs.moved.add(unit);
}

/** The indices of a longest rising subsequence. */
function longestRise(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before = new Array<number>(values.length).fill(-1);
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const rise: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = before[at]!) rise.push(at);
  return rise;
}

/** A unit that left its place and is found unchanged in exactly one other. */
function pairMoved(base: readonly Unit[], other: readonly Unit[], pairs: Pairs): void {
  const lost = unpaired(base, pairs.of);
  const found = unpaired(other, pairs.back);
  for (const [name, units] of lost) {
    const there = found.get(name) ?? [];
    if (units.length !== 1 || there.length !== 1 || pairs.of.has(units[0]!)) continue;
    pairAll(units[0]!, there[0]!, (from, to) => {
      pairs.of.set(from, to);
      pairs.back.set(to, from);
    });
    pairs.moved.add(units[0]!);
  }
}

function unpaired(units: readonly Unit[], paired: ReadonlyMap<Unit, Unit>): Map<string, Unit[]> {
  const free: Unit[] = [];
  const visit = (unit: Unit): void => {
    if (!paired.has(unit)) free.push(unit);
    unit.children.forEach(visit);
  };
  units.forEach(visit);
  return groupBy(free, digest);
}

function groupBy(units: readonly Unit[], nameOf: (unit: Unit) => string): Map<string, Unit[]> {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const name = nameOf(unit);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [unit]);
    else group.push(unit);
  }
  return groups;
}
