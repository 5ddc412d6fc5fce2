import type { Stage } from '../engine.js';
import type { Filter } from '../index/filters.js';
import type { Index } from '../index/open-index.js';
import type { Reader } from '../index/reader.js';
import type { Meaning } from '../index/vector-index.js';
import { expandQuestion, type TextModel } from './expansion.js';
import { widenLoneCharacters } from './lone-characters.js';
import { parseQuery, type Query } from './parse-query.js';
import { resolveQuotes, wordsStage } from './quotes.js';
import { correctSpelling } from './spelling.js';

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
