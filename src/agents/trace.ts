import type { SearchAnswer, SearchEngine, SearchRequest } from '../search/engine.js';
import type { ChosenPassages } from './librarian/passages.js';

/** What an answer is made of, noted while it is made. */
export interface AnswerTrace {
  searches: TracedSearch[];
  /** What the clerk weighed; null where a model chose, or a rule that needs no search. */
  choice: ChosenPassages | null;
}

interface TracedSearch {
  request: SearchRequest;
  answer: SearchAnswer;
  milliseconds: number;
}

/** The same engine, which notes its searches. */
export function traced(engine: SearchEngine, trace: AnswerTrace | undefined): SearchEngine {
  if (trace === undefined) return engine;
  return {
    ...engine,
    async search(request) {
      const began = performance.now();
      const answer = await engine.search({ ...request, trace: true });
      trace.searches.push({ request, answer, milliseconds: performance.now() - began });
      const { times, results, ...rest } = answer;
      return { ...rest, results: request.explain ? results : results.map(({ explain, ...found }) => found) };
    },
  };
}
