import { splitFrontmatter } from '../frontmatter.js';
import { fieldsOf, isStampedField } from './merge-texts.js';
import { type Pairs, pairUnits, withoutReturns } from './pair-units.js';
import { parseUnits, type Unit, type UnitKind, wholeText } from './parse-units.js';

/** A unit that differs between two texts; null where one does not have it. */
export interface UnitChange {
  kind: UnitKind;
  /** The headings and items above it. */
  headings: string[];
  from: string | null;
  to: string | null;
}

/** What changes, unit by unit, when one text becomes another; stamped fields don't count. */
export function compareTexts(from: string, to: string): UnitChange[] {
  const [old, fresh] = [splitFrontmatter(from), splitFrontmatter(to)];
  const fields = (yaml: string | null) => fieldsOf(yaml).filter(({ key }) => !isStampedField(key));
  return [
    ...compareUnits(fields(old.yaml), fields(fresh.yaml)),
    ...compareUnits(parseUnits(old.body).units, parseUnits(fresh.body).units),
  ];
}

function compareUnits(from: readonly Unit[], to: readonly Unit[]): UnitChange[] {
  const pairs = pairUnits(from, to);
  return [...goneOrChanged(from, pairs, []), ...added(to, pairs, [])];
}

function* goneOrChanged(units: readonly Unit[], pairs: Pairs, headings: string[]): Generator<UnitChange> {
  for (const unit of units) {
    const now = pairs.of.get(unit);
    if (now === undefined) yield { kind: unit.kind, headings, from: wholeText(unit), to: null };
    else {
      if (withoutReturns(unit.text) !== withoutReturns(now.text))
        yield { kind: unit.kind, headings, from: unit.text, to: now.text };
      yield* goneOrChanged(unit.children, pairs, [...headings, unit.text]);
    }
  }
}

function* added(units: readonly Unit[], pairs: Pairs, headings: string[]): Generator<UnitChange> {
  for (const unit of units) {
    if (!pairs.back.has(unit)) yield { kind: unit.kind, headings, from: null, to: wholeText(unit) };
    else yield* added(unit.children, pairs, [...headings, unit.text]);
  }
}
