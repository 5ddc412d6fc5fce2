import { z } from 'zod';
import { once } from '../../../shared/once.js';
import { words } from '../../../words/message.js';
import { type Endpoint, failed, post } from './endpoint.js';

/** Reads a question and passages together and says how well each answers it. */
export interface Reranker {
  readonly name: string;
  /**
   * One number per passage, in order; more is better. Throws `RappelError` with the code `model` where it fails, and
   * stops where the signal says so.
   */
  rerank(question: string, passages: readonly string[], options: { signal?: AbortSignal }): Promise<number[]>;
}

/** Any `/rerank` endpoint in the form of Cohere and Jina, or of Text Embeddings Inference. */
export function createEndpointReranker(endpoint: Endpoint): Reranker {
  return {
    name: endpoint.model,
    async rerank(question, passages, { signal }) {
      if (passages.length === 0) return [];
      const documents = passages.map((passage) => passage.slice(0, MAX_CHARACTERS));
      // Both forms at once: each server reads its own fields.
      const body = {
        model: endpoint.model,
        query: question,
        documents,
        texts: documents,
        top_n: documents.length,
      };
      const found = await post(endpoint, '', body, answer(), signal);
      const rows = Array.isArray(found) ? found : found.results;
      const scores = new Array<number>(passages.length).fill(Number.NEGATIVE_INFINITY);
      for (const { index, relevance_score, score } of rows) {
        const value = relevance_score ?? score;
        if (index >= passages.length || value === undefined)
          throw failed(endpoint, words`it ranks what it was not given`);
        scores[index] = value;
      }
      const least = Math.min(...scores.filter(Number.isFinite));
      return scores.map((value) => (Number.isFinite(value) ? value : Number.isFinite(least) ? least : 0));
    },
  };
}

const MAX_CHARACTERS = 6_000;

const answer = once(() => {
  const row = z.object({
    index: z.int().nonnegative(),
    relevance_score: z.number().optional(),
    score: z.number().optional(),
  });
  return z.union([z.array(row), z.object({ results: z.array(row) })]);
});
