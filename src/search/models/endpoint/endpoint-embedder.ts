import { z } from 'zod';
import type { Embedder } from '../embedder.js';
import { type Endpoint, failed, post } from './endpoint.js';

/** Any OpenAI-compatible `/embeddings` endpoint; `url` is its base, like `http://localhost:11434/v1`. */
export function createEndpointEmbedder(endpoint: Endpoint & { dimensions: number }): Embedder {
  const target = { ...endpoint, url: `${endpoint.url.replace(/\/+$/, '')}/embeddings` };
  return {
    name: endpoint.model,
    version: '1',
    dimensions: endpoint.dimensions,
    async embed(texts, { signal }) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const input = texts.slice(at, at + BATCH).map((text) => text.slice(0, MAX_CHARACTERS) || ' ');
        const parsed = answer.safeParse(await post(target, { model: endpoint.model, input }, signal));
        if (!parsed.success) throw failed(target, 'its answer has another form than /embeddings');
        const rows = [...parsed.data.data].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
        if (rows.length !== input.length)
          throw failed(target, `it gave ${rows.length} vectors for ${input.length} texts`);
        for (const { embedding } of rows) {
          if (embedding.length !== endpoint.dimensions) {
            throw failed(
              target,
              `its vectors have ${embedding.length} dimensions, not ${endpoint.dimensions}`,
            );
          }
          vectors.push(Float32Array.from(embedding));
        }
      }
      return vectors;
    },
  };
}

/** How long the vectors of an endpoint are: it is asked for one. */
export async function endpointDimensions(endpoint: Endpoint, signal?: AbortSignal): Promise<number> {
  const target = { ...endpoint, url: `${endpoint.url.replace(/\/+$/, '')}/embeddings` };
  const parsed = answer.safeParse(await post(target, { model: endpoint.model, input: ['essai'] }, signal));
  const length = parsed.data?.data[0]?.embedding.length ?? 0;
  if (length === 0) throw failed(target, 'its answer has another form than /embeddings');
  return length;
}

const BATCH = 64;
const MAX_CHARACTERS = 8_000;
const answer = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: z.array(z.number()) })),
});
