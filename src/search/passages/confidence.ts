import { fold } from '../../shared/fold.js';
import type { QuestionTerm, ScoredUnit, SearchResult } from '../engine.js';
import { isName, parseQuery } from '../query/parse-query.js';
import { CONFIDENCE, CONFIDENCE_ACROSS, VERDICT } from '../ranking/parameters.js';
import { detectLanguage } from '../text/language.js';
import { wordsOf } from '../text/words.js';
import { type AskedKind, askedKind, namesKind } from './asked-kind.js';
import { asksAboutUser, conversationsOfOthers, isOfUser, isQuestion } from './speakers.js';

/** What an answer is worth: its passages answer, they may answer, or nothing in this vault does. */
export const VERDICTS = ['answers', 'may_answer', 'nothing'] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictOf(confidence: number): Verdict {
  if (confidence < VERDICT.mayAnswer) return 'nothing';
  return confidence < VERDICT.answers ? 'may_answer' : 'answers';
}

/** A unit and the path of its file. */
export type PlacedUnit = ScoredUnit & Pick<SearchResult, 'path'>;

/** What a search found. */
export interface FoundUnits {
  results: readonly Pick<SearchResult, 'path' | 'units'>[];
  terms: readonly QuestionTerm[];
}

interface Judged<Unit> {
  /** How likely the unit answers, from 0 to 1. */
  confidence: number;
  unit: Unit;
}

/**
 * How likely the best of a few units answers a question, judged by what it holds itself and by the headings above it: the
 * words and names of the question, its meaning, the time or number that is asked for, and whether the user speaks, of others
 * than those who are asked about. Two signs come from the rest that was found: names that its file lacks, and talk between
 * others where the user asks about themselves. Null where there is no unit.
 * A few notes don't tell which words are rare: in a small vault, a line that holds every name of the question may answer.
 */
export function judgeUnits<Unit extends PlacedUnit>(
  question: string,
  found: FoundUnits,
  units: readonly Unit[],
  { isSmall = false } = {},
): Judged<Unit> | null {
  const asked = readAsked(question, found);
  let best: Judged<Unit> | null = null;
  const first = units.toSorted((a, b) => b.score - a.score).slice(0, CONFIDENCE.examined);
  for (const unit of first) {
    const likely = 1 / (1 + Math.exp(-logOdds(asked, unit)));
    const confidence = isSmall && holdsNames(asked, unit) ? Math.max(likely, VERDICT.mayAnswer) : likely;
    if (best === null || confidence > best.confidence) best = { confidence, unit };
  }
  return best;
}

interface Asked {
  language: 'fr' | 'en' | null;
  words: readonly QuestionTerm[];
  names: ReadonlySet<string>;
  /** What the answer must name; null where the question does not tell. */
  kind: AskedKind | null;
  isAboutUser: boolean;
  /** What was found of each file. */
  files: ReadonlyMap<string, readonly ScoredUnit[]>;
  /** Files that can't answer a question of the user about themselves; none for other questions. */
  ofOthers: ReadonlySet<string>;
}

function readAsked(question: string, { results, terms }: FoundUnits): Asked {
  const query = parseQuery(question);
  const isAboutUser = asksAboutUser(question);
  const telling = terms.filter(({ isStopWord }) => !isStopWord);
  const names = query.terms.filter(isName);
  const files = new Map<string, ScoredUnit[]>();
  for (const { path, units = [] } of results) files.set(path, [...(files.get(path) ?? []), ...units]);
  const texts = [...files].map(([path, units]) => [path, units.map(({ text }) => text)] as const);
  return {
    language: query.language,
    words: telling.length > 0 ? telling : terms,
    names: new Set(names.map(({ label }) => label)),
    kind: askedKind(question),
    files,
    isAboutUser,
    ofOthers: isAboutUser ? conversationsOfOthers(new Map(texts)) : new Set(),
  };
}

function holdsNames({ names }: Asked, { terms, termsAbove }: ScoredUnit): boolean {
  return names.size > 0 && [...names].every((name) => terms.includes(name) || termsAbove.includes(name));
}

/** Of the names, the share that neither the path of the unit's file nor anything found in it holds. */
function namesLacking({ names, files }: Asked, { path }: PlacedUnit): number {
  const place = fold(path);
  const inFile = new Set(
    (files.get(path) ?? []).flatMap(({ terms, termsAbove }) => [...terms, ...termsAbove]),
  );
  return names.size === 0
    ? 0
    : [...names].filter((name) => !inFile.has(name) && !place.includes(name)).length / names.size;
}

/** Whether the user speaks, and of none of those whom a question about others names. */
function isUsersOwn({ isAboutUser, names }: Asked, { text }: ScoredUnit, held: ReadonlySet<string>): boolean {
  if (isAboutUser || names.size === 0 || !isOfUser(text)) return false;
  return ![...names].some((name) => held.has(name));
}

function logOdds(asked: Asked, unit: PlacedUnit): number {
  const { language, words, names, kind, ofOthers } = asked;
  const held = new Set([...unit.terms, ...unit.termsAbove]);
  const share = (part: readonly QuestionTerm[]) => {
    const weight = (some: readonly QuestionTerm[]) => some.reduce((sum, term) => sum + term.weight, 0);
    const whole = weight(part);
    return whole === 0 ? 1 : weight(part.filter(({ label }) => held.has(label))) / whole;
  };
  const shareOfNames = share(words.filter(({ label }) => names.has(label)));
  const shareOfAll = share(words);
  const read = wordsOf(unit.text);
  const own = detectLanguage(read);
  if (own !== null && language !== null && own !== language) {
    const c = CONFIDENCE_ACROSS;
    const writtenAlike = words.filter(({ label }) => names.has(label) || /^\d{3,}$/.test(label));
    const telling = read.filter(({ stops }) => !stops.fr && !stops.en).length;
    return (
      c.base +
      c.names * share(writtenAlike) +
      c.sense * unit.sense -
      c.length * Math.log(1 + Math.max(c.shortest, telling)) -
      (isQuestion(unit.text) ? c.asks : 0) -
      c.namesLacking * namesLacking(asked, unit)
    );
  }
  const c = CONFIDENCE;
  const count = words.filter(({ label }) => held.has(label) && !names.has(label)).length;
  // Without a model that reads closely, the words themselves stand for their meaning.
  const isRead = unit.sense > 0 || unit.words > 0;
  const meaning = isRead ? c.sense * unit.sense + c.words * unit.words : (c.sense / 2 + c.words) * shareOfAll;
  return (
    c.base +
    c.held * shareOfAll +
    c.perWord * Math.min(c.mostWords, count) +
    c.names * shareOfNames +
    meaning +
    (kind === null ? 0 : namesKind(unit.text, kind) ? c.sought : -c.sought) -
    (isQuestion(unit.text) ? c.asks : 0) -
    c.namesLacking * namesLacking(asked, unit) -
    (ofOthers.has(unit.path) ? c.ofOthers : 0) -
    (isUsersOwn(asked, unit, held) ? c.ofUser : 0)
  );
}
