import { z } from 'zod';
import { once } from '../../../shared/once.js';
import { words } from '../../../words/message.js';
import type { Embedder } from '../embedder.js';
import { type Endpoint, failed, post } from './endpoint.js';

/** Any OpenAI-compatible `/embeddings` endpoint; `url` is its base, like `http://localhost:11434/v1`. */
export function createEndpointEmbedder(endpoint: Endpoint & { dimensions: number }): Embedder {
  const { model, dimensions } = endpoint;
  return {
    name: model,
    version: '1',
    dimensions,
    async embed(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const input = texts.slice(at, at + BATCH).map((text) => text.slice(0, MAX_CHARACTERS) || ' ');
        const made = await vectorsOf(endpoint, input, signal);
        if (made.length !== input.length)
          throw failed(endpoint, words`it gave ${made.length} vectors for ${input.length} texts`);
        const other = made.find(({ length }) => length !== dimensions);
        if (other !== undefined)
          throw failed(endpoint, words`its vectors have ${other.length} dimensions, not ${dimensions}`);
        vectors.push(...made.map((vector) => Float32Array.from(vector)));
      }
      return vectors;
    },
  };
}

/** How long the vectors of an endpoint are: it is asked for one. */
export async function endpointDimensions(endpoint: Endpoint): Promise<number> {
  const [vector = []] = await vectorsOf(endpoint, ['essai'], undefined);
  if (vector.length === 0) throw failed(endpoint, words`it gave no vector`);
  return vector.length;
}

async function vectorsOf(endpoint: Endpoint, input: string[], signal: AbortSignal | undefined) {
  const { data } = await post(endpoint, '/embeddings', { model: endpoint.model, input }, answer(), signal);
  return data.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding);
}

const BATCH = 64;
const MAX_CHARACTERS = 8_000;

const answer = once(() =>
  z.object({
    data: z.array(z.object({ index: z.number().optional(), embedding: z.array(z.number()) })),
  }),
);
