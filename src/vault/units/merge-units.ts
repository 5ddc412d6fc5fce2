import { createHash } from 'node:crypto';
import { digest, type Pairs, pairUnits, withoutReturns } from './pair-units.js';
import { type Unit, wholeText } from './parse-units.js';

/** A unit that both versions changed, each in its own way; null where a version removed it, or the base had none. */
export interface Conflict {
  /** The same for the same conflict, whenever it is found. */
  id: string;
  /** The headings above the unit, and its own. */
  headings: string[];
  base: string | null;
  ours: string | null;
  theirs: string | null;
}

/** A unit of the result, with the unit of each version that it comes from. */
export interface MergedUnit {
  text: string;
  base?: Unit;
  ours?: Unit;
  theirs?: Unit;
  children: MergedUnit[];
}

type Choose = (conflict: Conflict) => 'ours' | 'theirs';

interface MergedUnits {
  units: MergedUnit[];
  conflicts: Conflict[];
  /** Headings that lost the last of what was below them, each version having removed a part. */
  emptied: string[];
}

export interface MergeOptions {
  /** Which text the result has where both versions changed one unit; ours if left out. */
  choose?: Choose;
  /** True for an emptied heading that goes too. */
  isDropped?(heading: string): boolean;
  /** True where a second field of one name would be wrong, as in frontmatter. */
  areFieldsUnique?: boolean;
}

/**
 * A three-way merge by units. What either version added or removed since the base is added or removed, also right beside
 * a change of the other. Where both changed one unit differently, `choose` decides which one the result has, and a
 * conflict says so.
 */
export function mergeUnits(
  base: readonly Unit[],
  ours: readonly Unit[],
  theirs: readonly Unit[],
  { choose = () => 'ours', isDropped = () => false, areFieldsUnique = false }: MergeOptions = {},
): MergedUnits {
  const merging: Merging = {
    ours: pairUnits(base, ours),
    theirs: pairUnits(base, theirs),
    placed: new Set(),
    conflicts: [],
    emptied: [],
    choose,
    isDropped,
    areFieldsUnique,
    headings: [],
  };
  const units = mergeSiblings(ours, theirs, merging);
  return { units, conflicts: merging.conflicts, emptied: merging.emptied };
}

interface Merging {
  ours: Pairs;
  theirs: Pairs;
  /** Units of theirs that are in the result. */
  placed: Set<Unit>;
  conflicts: Conflict[];
  emptied: string[];
  choose: Choose;
  isDropped(heading: string): boolean;
  areFieldsUnique: boolean;
  /** The headings of the units above. */
  headings: string[];
}

function mergeSiblings(ours: readonly Unit[], theirs: readonly Unit[], merging: Merging): MergedUnit[] {
  const result = ours.flatMap((unit) => mergeOurs(unit, theirs, merging) ?? []);
  for (const [at, unit] of theirs.entries()) {
    if (merging.placed.has(unit)) continue;
    const merged = mergeTheirs(unit, merging);
    if (merged !== null) insert(result, merged, theirs, at);
  }
  return result;
}

function mergeOurs(unit: Unit, siblings: readonly Unit[], merging: Merging): MergedUnit | null {
  const base = merging.ours.back.get(unit);
  if (base === undefined) {
    const same = addedToo(unit, siblings, merging);
    if (same !== undefined) return mergePair(undefined, unit, same, merging);
    return { text: unit.text, ours: unit, children: below(unit, unit.children, [], merging) };
  }
  const other = merging.theirs.of.get(base);
  if (other !== undefined) {
    const isPlacedByTheirs = merging.theirs.moved.has(base) && !merging.ours.moved.has(base);
    return isPlacedByTheirs ? null : mergePair(base, unit, other, merging);
  }
  const children = below(unit, unit.children, [], merging);
  // A heading stays with what others wrote below it; a list item with something new inside was changed.
  const isChanged =
    withoutReturns(unit.text) !== withoutReturns(base.text) || (unit.kind === 'item' && children.length > 0);
  if (isChanged && decide(merging, base.text, wholeText(unit), null) === 'theirs') return null;
  return isChanged || children.length > 0 ? { text: unit.text, base, ours: unit, children } : null;
}

/** What theirs added as well: the same, the same heading, or a field that may be there only once. */
function addedToo(
  unit: Unit,
  siblings: readonly Unit[],
  { theirs, placed, areFieldsUnique }: Merging,
): Unit | undefined {
  const added = siblings.filter((other) => !theirs.back.has(other) && !placed.has(other));
  const isNamed = unit.key !== '' && (unit.kind === 'heading' || (areFieldsUnique && unit.kind === 'field'));
  return (
    added.find((other) => digest(other) === digest(unit)) ??
    (isNamed ? added.find(({ kind, key }) => kind === unit.kind && key === unit.key) : undefined)
  );
}

function mergeTheirs(unit: Unit, merging: Merging): MergedUnit | null {
  const base = merging.theirs.back.get(unit);
  const our = base === undefined ? undefined : merging.ours.of.get(base);
  if (our !== undefined) {
    const isPlacedHere = merging.theirs.moved.has(base!) && !merging.ours.moved.has(base!);
    return isPlacedHere ? mergePair(base, our, unit, merging) : null;
  }
  merging.placed.add(unit);
  const children = below(unit, [], unit.children, merging);
  const isRemoved =
    base !== undefined &&
    (withoutReturns(unit.text) === withoutReturns(base.text) ||
      decide(merging, base.text, null, unit.text) === 'ours');
  if (isRemoved && children.length === 0) return null;
  return { text: unit.text, ...(base && { base }), theirs: unit, children };
}

function mergePair(base: Unit | undefined, ours: Unit, theirs: Unit, merging: Merging): MergedUnit | null {
  merging.placed.add(theirs);
  const isAdded = base === undefined && withoutReturns(ours.text) !== withoutReturns(theirs.text);
  const merged = isAdded ? null : mergeText(base?.text ?? ours.text, ours.text, theirs.text);
  const text = merged ?? { ours, theirs }[decide(merging, base?.text ?? null, ours.text, theirs.text)].text;
  const children = below(ours, ours.children, theirs.children, merging);
  const isEmptied = children.length === 0 && ours.children.length > 0 && theirs.children.length > 0;
  if (isEmptied && ours.kind === 'heading') {
    merging.emptied.push(text);
    if (merging.isDropped(text)) return null;
  }
  return { text, ...(base && { base }), ours, theirs, children };
}

function below(unit: Unit, ours: readonly Unit[], theirs: readonly Unit[], merging: Merging): MergedUnit[] {
  merging.headings.push(unit.text);
  const children = mergeSiblings(ours, theirs, merging);
  merging.headings.pop();
  return children;
}

function decide(
  merging: Merging,
  base: string | null,
  ours: string | null,
  theirs: string | null,
): 'ours' | 'theirs' {
  const headings = [...merging.headings];
  const facts = { headings, base, ours, theirs };
  const id = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 10);
  const conflict: Conflict = { id, ...facts };
  merging.conflicts.push(conflict);
  return merging.choose(conflict);
}

/** The text of one unit that all three versions have; falls back to its lines or fields. Null on a conflict. */
function mergeText(base: string, ours: string, theirs: string): string | null {
  if (theirs === base) return ours;
  const [from, our, their] = [base, ours, theirs].map(withoutReturns) as [string, string, string];
  if (our === from) return theirs;
  if (their === from || our === their) return ours;
  const separator = [from, our, their].every((text) => text.includes('\n')) ? '\n' : ' | ';
  if (![from, our, their].every((text) => text.includes(separator))) return null;
  return mergeParts(
    ...([from, our, their].map((text) => partsOf(text, separator)) as [Unit[], Unit[], Unit[]]),
    separator,
  );
}

function mergeParts(base: Unit[], ours: Unit[], theirs: Unit[], separator: string): string | null {
  const { units, conflicts } = mergeUnits(base, ours, theirs);
  const [our, their] = [pairUnits(base, ours), pairUnits(base, theirs)];
  // Where both replaced the same part, neither may be chosen, and both together say something nobody wrote.
  const isReplacedTwice = base.some((part) => !our.of.has(part) && !their.of.has(part));
  if (conflicts.length > 0 || isReplacedTwice) return null;
  return units.map(({ text }) => text).join(separator);
}

function partsOf(text: string, separator: string): Unit[] {
  return text.split(separator).map((part) => ({
    kind: 'block',
    text: part,
    gap: separator,
    key: separator === '\n' ? '' : (/^[^:]*:/.exec(part)?.[0] ?? ''),
    children: [],
  }));
}

/** After what it follows in theirs, or before what follows it there; a day among the days that ours added, by its date. */
function insert(result: MergedUnit[], merged: MergedUnit, theirs: readonly Unit[], at: number): void {
  const place = placeFor(result, theirs, at);
  const day = dayOf(merged);
  const isLater = (a: string, b: string) => (isOldestFirst(theirs) ? a < b : a > b);
  let first = place;
  while (day !== null && isLater(day, addedDay(result[first - 1]) ?? day)) first--;
  let last = place;
  while (day !== null && isLater(addedDay(result[last]) ?? day, day)) last++;
  result.splice(first < place ? first : last, 0, merged);
}

function placeFor(result: readonly MergedUnit[], theirs: readonly Unit[], at: number): number {
  const placeOf = (unit: Unit) => result.findIndex((other) => other.theirs === unit);
  for (let before = at - 1; before >= 0; before--) {
    const place = placeOf(theirs[before]!);
    if (place !== -1) return place + 1;
  }
  for (let after = at + 1; after < theirs.length; after++) {
    const place = placeOf(theirs[after]!);
    if (place !== -1) return place;
  }
  return result.length;
}

/** The date of a heading like `# 2026-11-15`. */
function dayOf({ text }: Pick<Unit, 'text'>): string | null {
  return /^#{1,6}\s+(\d{4}-\d\d-\d\d)\b/.exec(text)?.[1] ?? null;
}

function addedDay(unit: MergedUnit | undefined): string | null {
  const isAdded = unit !== undefined && unit.base === undefined && unit.theirs === undefined;
  return isAdded ? dayOf(unit) : null;
}

/** A changelog begins with its newest day, a journal may begin with its oldest. */
function isOldestFirst(units: readonly Unit[]): boolean {
  const [first, second] = units.flatMap((unit) => dayOf(unit) ?? []);
  return first !== undefined && second !== undefined && first < second;
}
