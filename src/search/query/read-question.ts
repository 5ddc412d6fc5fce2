import { editDistance } from '../../shared/edit-distance.js';
import type { Stage } from '../engine.js';
import type { Filter } from '../index/filters.js';
import type { Index } from '../index/open-index.js';
import type { Reader } from '../index/reader.js';
import type { Meaning } from '../index/vector-index.js';
import { SPELLING } from '../ranking/parameters.js';
import { isLoneCharacter } from '../text/unspaced.js';
import { keyFor } from '../text/words.js';
import { expandQuestion, type TextModel } from './expansion.js';
import { addVariants, parseQuery, type Query, type Term } from './parse-query.js';
import { resolveQuotes, wordsStage } from './quotes.js';

/** A question as it is searched. */
export interface ReadQuestion {
  /** Its quotes resolved; for a deep search, unknown words with what they are near misses of. */
  query: Query;
  /** The same in other words, by a language model. */
  rewordings: Query[];
  /** Of the question and its rewordings; empty where nothing is searched by meaning. */
  vectors: Float32Array[];
  /** What was done to read it, and what could not be. */
  stages: Stage[];
}

export function readQuestion(asked: Query, reader: Reader, filter: Filter | null): ReadQuestion {
  const resolved = resolveQuotes(asked, reader, filter);
  const query = widenLoneCharacters(resolved, reader);
  return { query, rewordings: [], vectors: [], stages: [wordsStage(asked, resolved)] };
}

interface DeepReading {
  index: Index;
  /** What scopes and dates leave of the index as it is now. */
  filterNow: () => Filter | null;
  meaning: Meaning;
  textModel: TextModel | null;
  signal: AbortSignal | undefined;
}

/** The same with every model that is available. A stage that fails or lacks its model is skipped and says why. */
export async function readQuestionDeeply(asked: Query, deps: DeepReading): Promise<ReadQuestion> {
  const { textModel, signal } = deps;
  const { subQueries, stage: expansion } = await expandQuestion(asked.text, textModel, signal);
  const { resolved, query, spelling } = correctQuestion(asked, deps);
  const texts = [query.text, ...subQueries.vec, ...subQueries.hyde];
  const { vectors, stage: embedding } = await embedQuestion(query, texts, deps);
  return {
    query,
    rewordings: subQueries.lex.map((text) => parseQuery(text)),
    vectors,
    stages: [expansion, spelling, wordsStage(asked, resolved), embedding],
  };
}

/** Its quotes resolved, its unknown words with near misses. */
function correctQuestion(asked: Query, { index: { reader }, filterNow }: DeepReading) {
  const filter = asked.quoted.length > 0 ? filterNow() : null;
  const resolved = resolveQuotes(asked, reader, filter);
  const { query, stage: spelling } = correctSpelling(widenLoneCharacters(resolved, reader), reader);
  return { resolved, query, spelling };
}

async function embedQuestion(
  { quoted }: Query,
  texts: readonly string[],
  { meaning, signal }: DeepReading,
): Promise<{ vectors: Float32Array[]; stage: Stage }> {
  const without = (reason: string) => ({ vectors: [], stage: { name: 'vectors', ran: false, reason } });
  if ('reason' in meaning) return without(meaning.reason);
  // Words in quotes must be there to the letter: meaning has no say in that.
  if (quoted.length > 0) return without('the query holds words in quotes');
  const { embedder, missing } = meaning;
  try {
    const vectors = await embedder.embed(texts, signal && { signal });
    const reason = missing > 0 ? `${missing} chunks have no vector yet` : null;
    return { vectors, stage: { name: 'vectors', ran: true, reason } };
  } catch (error) {
    signal?.throwIfAborted();
    return without((error as Error).message);
  }
}

/** `猫` alone means every pair of characters that begins with it: the index holds pairs. */
function widenLoneCharacters(query: Query, reader: Reader): Query {
  if (!query.terms.some(({ label }) => isLoneCharacter(label))) return query;
  const terms = query.terms.map((term) => {
    if (!isLoneCharacter(term.label)) return term;
    const pairs = reader.wordsLike(term.label, MOST_PAIRS).map(({ term: pair }) => keyFor(pair));
    return { ...term, form: 0, keys: [...term.keys, ...pairs.filter(({ text }) => text !== term.label)] };
  });
  return { ...query, terms };
}

/** More kinds of pairs begin with no character that says anything. */
const MOST_PAIRS = 1_000;

/** Widens a query by near misses of the words that no chunk holds; they count less, because they are guesses. */
export function correctSpelling(query: Query, reader: Reader): { query: Query; stage: Stage } {
  const counts = reader.countsOf(query.terms);
  const corrected: string[] = [];
  const terms = query.terms.map((term, index) => {
    if (counts[index]! > 0 || !isPlainWord(term)) return term;
    const variants = nearWords(term, reader);
    if (variants.length === 0) return term;
    corrected.push(`${term.label}: ${variants.join(', ')}`);
    const trust = term.label.length >= SPELLING.longWord ? SPELLING.trustInLongWord : SPELLING.trust;
    return { ...addVariants(term, variants), weight: trust * term.weight };
  });
  const stage = { name: 'spelling', ran: true, reason: corrected.join('; ') || null };
  return { query: corrected.length === 0 ? query : { ...query, terms }, stage };
}

/** More words of the index are not compared: it would take too long. */
const MOST_COMPARED = 20_000;

function isPlainWord({ label, isStopWord, form }: Term): boolean {
  return form !== 0 && !isStopWord && label.length >= SPELLING.shortestWord && !/\d/.test(label);
}

/**
 * The stems of the index that are nearest to the word or one of its own stems, for their length: one change, two for a
 * long one. The first letter is seldom wrong.
 */
function nearWords({ label, keys }: Term, reader: Reader): string[] {
  const { shortestStem, longWord, edits, editsOfLongWord, mostVariants } = SPELLING;
  const own = new Set([label, ...keys.map(({ text }) => text)]);
  const stems = [...own].filter((text) => text.length >= shortestStem);
  const near: { term: string; count: number; share: number }[] = [];
  for (const word of reader.wordsLike(label.slice(0, 1), MOST_COMPARED)) {
    const { term } = word;
    if (term.length < shortestStem) continue;
    let share = 1;
    for (const stem of stems) {
      const most = stem.length >= longWord ? editsOfLongWord : edits;
      const distance = editDistance(stem, term, most);
      if (distance <= most) share = Math.min(share, distance / stem.length);
    }
    if (share < 1 && word.count > 0) near.push({ term, count: word.count, share });
  }
  const least = Math.min(...near.map(({ share }) => share));
  return near
    .filter(({ share }) => share === least)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, mostVariants)
    .map(({ term }) => term);
}
