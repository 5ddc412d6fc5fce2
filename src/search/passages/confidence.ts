import { fold } from '../../shared/fold.js';
import type { QuestionTerm, ScoredUnit, SearchResult } from '../engine.js';
import { isName, parseQuery } from '../query/parse-query.js';
import { CONFIDENCE, CONFIDENCE_ACROSS, VERDICT } from '../ranking/parameters.js';
import { detectLanguage } from '../text/language.js';
import { wordsOf } from '../text/words.js';
import { type AskedKind, askedKind, namesKind } from './asked-kind.js';
import { asksAboutUser, conversationsOfOthers, isOfUser } from './speakers.js';

/** What an answer is worth: its passages answer, they may answer, or nothing in this vault does. */
export const VERDICTS = ['answers', 'may_answer', 'nothing'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** In a small vault less is enough: few notes don't tell which words are rare. */
export function verdictOf(confidence: number, { isSmall = false } = {}): Verdict {
  if (confidence < (isSmall ? VERDICT.mayAnswerInSmall : VERDICT.mayAnswer)) return 'nothing';
  return confidence < VERDICT.answers ? 'may_answer' : 'answers';
}

/** What a search found. */
export interface FoundUnits {
  results: readonly Pick<SearchResult, 'path' | 'score' | 'units'>[];
  terms: readonly QuestionTerm[];
}

/** A unit with what speaks for it beside what it holds. */
interface PlacedUnit extends ScoredUnit {
  path: string;
  /** The score of its chunk. */
  chunk: number;
  /** Of the chances of all units that were found. */
  share: number;
}

/**
 * How likely the best of a few units answers a question, judged by what it holds itself and by the headings above it: the
 * words of the question, its meaning, the time or number that is asked for, and whether the user speaks, of others
 * than those who are asked about; and by how far it stands out from all that was found, names that its file lacks, and talk between
 * others where the user asks about themselves. 0 where there is no unit.
 */
export function confidenceIn(question: string, found: FoundUnits): number {
  const asked = readAsked(question, found);
  const best = placedUnits(found)
    .sort((a, b) => b.score - a.score)
    .slice(0, CONFIDENCE.examined);
  return Math.max(0, ...best.map((unit) => 1 / (1 + Math.exp(-logOdds(asked, unit)))));
}

function placedUnits({ results }: FoundUnits): PlacedUnit[] {
  const all = results.flatMap(({ path, score, units = [] }) =>
    units.map((unit) => ({ ...unit, path, chunk: score, share: 0 })),
  );
  const most = Math.max(...all.map(({ score }) => score));
  const total = all.reduce((sum, { score }) => sum + Math.exp(score - most), 0);
  for (const unit of all) unit.share = Math.exp(unit.score - most) / total;
  return all;
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
  const lacking = namesLacking(asked, unit);
  const read = wordsOf(unit.text);
  const own = detectLanguage(read);
  if (own !== null && language !== null && own !== language) {
    const c = CONFIDENCE_ACROSS;
    const telling = read.filter(({ stops }) => !stops.fr && !stops.en).length;
    return (
      c.base +
      c.sense * unit.sense +
      c.words * unit.words +
      c.share * unit.share -
      c.length * Math.log(1 + Math.max(c.shortest, telling)) -
      c.namesLacking * lacking
    );
  }
  const c = CONFIDENCE;
  const held = new Set([...unit.terms, ...unit.termsAbove]);
  const weightOf = (some: readonly QuestionTerm[]) => some.reduce((sum, term) => sum + term.weight, 0);
  const isHeld = ({ label }: QuestionTerm) => held.has(label);
  const share = weightOf(words.filter(isHeld)) / (weightOf(words) || 1);
  const count = words.filter((word) => isHeld(word) && !names.has(word.label)).length;
  // Without a model that reads closely, the words themselves stand for their meaning.
  const isRead = unit.sense > 0 || unit.words > 0;
  const meaning = isRead ? c.sense * unit.sense + c.words * unit.words : (c.sense / 2 + c.words) * share;
  return (
    c.base +
    c.held * share +
    c.perWord * Math.min(c.mostWords, count) +
    meaning +
    c.share * unit.share +
    c.chunk * unit.chunk +
    (kind === null ? 0 : namesKind(unit.text, kind) ? c.sought : -c.sought) -
    c.namesLacking * lacking -
    (ofOthers.has(unit.path) ? c.ofOthers : 0) -
    (isUsersOwn(asked, unit, held) ? c.ofUser : 0)
  );
}
