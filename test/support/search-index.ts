import { onTestFinished } from 'vitest';
import { chunkFile } from '../../src/search/chunks/chunk-file.js';
import { analyseFile } from '../../src/search/index/analyse-file.js';
import { type Index, openInMemory } from '../../src/search/index/open-index.js';
import { type Candidate, decodeAll } from '../../src/search/index/word-list.js';
import { BREAK } from '../../src/search/models/static/static-model.js';
import { parseQuery, type Query } from '../../src/search/query/parse-query.js';
import { type WeighedTerm, weighTerms } from '../../src/search/ranking/bm25.js';
import type { Ranked } from '../../src/search/ranking/ranked.js';
import { matchTerms, type TermMatch } from '../../src/search/ranking/term-matches.js';

/** An index of these files, in memory. */
export function indexOf(files: Record<string, string>): Index {
  const index = openInMemory('a test');
  onTestFinished(() => index.close());
  for (const [path, text] of Object.entries(files)) {
    index.store.put({ path, size: text.length, modified: 0 }, text);
  }
  return index;
}

/** The chunks of a file as they come out of an index, with ids from 1 on. */
export function chunksOf(text: string, path = 'bucket/note.md', firstId = 1): Candidate[] {
  return analyseFile(path, chunkFile(path, text)).map(({ words }, index) => ({
    id: firstId + index,
    words: decodeAll(words, [words.length])[0]!,
  }));
}

/** Texts, each the only chunk of its file. */
export function candidatesOf(...texts: string[]): Candidate[] {
  return texts.flatMap((text, index) => chunksOf(text, `bucket/${'abcdefghij'[index]}.md`, index + 1));
}

interface Matched {
  query: Query;
  terms: WeighedTerm[];
  matches: TermMatch[];
}

/** What candidates hold of a question whose words are all of weight 1, in texts of the average length. */
export function matched(question: string, candidates: readonly Candidate[], averageLength?: number): Matched {
  const query = parseQuery(question);
  const length = averageLength ?? candidates[0]?.words.bodies ?? 1;
  const matches = matchTerms(candidates, query.terms, length);
  const counts = query.terms.map(() => 10);
  const terms = weighTerms(query.terms, { chunks: 1_000, averageLength: length, counts });
  return { query, matches, terms: terms.map((term) => ({ ...term, idf: 1 })) };
}

/** Chunks with these scores, with ids from 1 on. */
export function ranked(...scores: number[]): Ranked[] {
  const evidence = () => ({ terms: {}, stages: {} });
  return scores.map((score, index) => ({ id: index + 1, score, evidence }));
}

/** The tokens of each window, the headings' before its own; a passage without text is one window. */
export function windowsOfPassage(passage: Uint16Array): Uint16Array[] {
  const first = passage.indexOf(BREAK);
  if (first < 0) return [passage];
  const headings = passage.subarray(0, first);
  const windows: Uint16Array[] = [];
  for (let start = first + 1; start <= passage.length; ) {
    const next = passage.indexOf(BREAK, start);
    const end = next < 0 ? passage.length : next;
    const window = new Uint16Array(headings.length + end - start);
    window.set(headings);
    window.set(passage.subarray(start, end), headings.length);
    windows.push(window);
    start = end + 1;
  }
  return windows;
}
