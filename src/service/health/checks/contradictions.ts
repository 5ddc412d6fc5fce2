import { type ReadSentence, relate } from '../../../search/passages/statements/compare.js';
import type { Check, Examined } from '../check.js';
import { type PlacedSentence, statedAfter } from '../file-facts.js';
import type { Found } from '../finding.js';

type Stated = ReadSentence<PlacedSentence> & {
  statement: NonNullable<ReadSentence<PlacedSentence>['statement']>;
};

/**
 * The same thing with another value in two files of a project, or of the vault outside of all. An older entry of a
 * changelog is the past and contradicts nothing; a state, a description, the profile and the overview claim to hold now.
 */
export const findContradictions: Check = async (examined) => {
  const { facts, linesOf, yieldToEventLoop } = examined;
  const alike = new Map<string, Stated[]>();
  const add = (statements: readonly ReadSentence<PlacedSentence>[]) => {
    for (const read of statements) {
      if (!isStated(read) || read.statement.isPast) continue;
      const key = `${read.sentence.scope}\n${read.statement.key}`;
      const known = alike.get(key);
      if (known === undefined) alike.set(key, [read]);
      else known.push(read);
    }
  };
  for (const { statements } of facts.values()) add(statements);
  const oldest = oldestClaims(alike.values());
  for (const { path, kind } of facts.values()) {
    const day = kind === 'changelog' ? oldest.get(/^projects\/[^/]+/.exec(path)?.[0] ?? '') : undefined;
    if (day !== undefined) add(statedAfter(path, linesOf(path), day));
    await yieldToEventLoop();
  }
  const found: Found[] = [];
  for (const statements of alike.values()) {
    if (statements.length < 2 || statements.length > MOST_ALIKE) continue;
    found.push(...contradictionsAmong(statements, examined));
    await yieldToEventLoop();
  }
  return found;
};

/** By project, the day of its oldest claim: an entry that is not newer contradicts none. */
function oldestClaims(alike: Iterable<readonly Stated[]>): Map<string, string> {
  const oldest = new Map<string, string>();
  for (const claims of alike)
    for (const { sentence } of claims) {
      const known = oldest.get(sentence.scope);
      if (known === undefined || sentence.day < known) oldest.set(sentence.scope, sentence.day);
    }
  return oldest;
}

/** What is stated more often is the name of a column. */
const MOST_ALIKE = 50;

function isStated(read: ReadSentence<PlacedSentence>): read is Stated {
  return read.statement !== null;
}

function contradictionsAmong(statements: readonly Stated[], examined: Examined): Found[] {
  const claims = statements.filter(({ sentence }) => sentence.kind !== 'changelog');
  // A file that gives it several values at once lists them.
  const own = claims.filter((one) => !claims.some((other) => one !== other && isSameFile(one, other)));
  const entries = statements.filter(({ sentence }) => sentence.kind === 'changelog');
  const newest = [...entries, ...own].sort((a, b) => (a.sentence.day < b.sentence.day ? 1 : -1))[0];
  if (newest === undefined) return [];
  return own.flatMap((claim) => {
    if (isSameFile(claim, newest)) return [];
    return contradicts(newest, claim) ? [describe(newest, claim, examined)] : [];
  });
}

function isSameFile(a: Stated, b: Stated): boolean {
  return a.sentence.path === b.sentence.path;
}

function contradicts(newest: Stated, claim: Stated): boolean {
  // Two files that claim to hold now may be of the same day.
  const older = newest.sentence.day === claim.sentence.day && newest.sentence.kind !== 'changelog';
  const then = older ? { ...claim, sentence: { ...claim.sentence, day: BEFORE_ALL } } : claim;
  const isReplaced = relate(newest, then)?.kind === 'superseded';
  return isReplaced && areComparable(newest.statement.value, claim.statement.value);
}

const BEFORE_ALL = '0000-00-00';

/** Two days, two amounts, two names: `Invoice: monthly` and `Invoice: 3,480 €` speak of two things. */
function areComparable(a: string, b: string): boolean {
  const forms = [a, b].map((value) => {
    if (/\d/.test(value)) return MONTH.test(value) || /\d{4}-\d\d/.test(value) ? 'day' : 'amount';
    return /^\p{Lu}/u.test(value) && value.split(/\s+/).length <= MOST_NAME_WORDS ? 'name' : null;
  });
  return forms[0] !== null && forms[0] === forms[1];
}

const MONTH =
  /\d{1,2}(?:st|nd|rd|th|er)?\s+(?:of\s+)?(?:jan|feb|f[ée]v|mar|apr|avr|may|mai|jun|jui|jul|aug|ao[uû]t|sep|oct|nov|d[ée]c)/i;
const MOST_NAME_WORDS = 3;

function describe(newest: Stated, claim: Stated, { linesOf }: Examined): Found {
  const [now, then] = [newest.sentence, claim.sentence];
  const [value, old] = [newest.statement.value, claim.statement.value];
  const says =
    now.day === then.day
      ? `Two files of ${now.day} disagree: "${old}" here, "${value}" there. Keep the right one.`
      : `This says "${old}" (${then.day}); a newer line says "${value}" (${now.day}). Update the older line.`;
  const found: Found = { kind: 'contradiction', says, places: [placeOf(then), placeOf(now)] };
  const text = linesOf(then.path)[then.line - 1] ?? '';
  // Of two files of the same day a person decides.
  if (now.day === then.day || text.split(old).length !== 2) return found;
  const { path, line } = then;
  return { ...found, remedy: { does: 'replace', path, line, text, old, now: value } };
}

function placeOf({ path, line, text, day }: PlacedSentence) {
  return { path, line, text, day };
}
