import type { Stage } from '../engine.js';
import type { Reranker } from '../models/endpoint/endpoint-reranker.js';
import { RERANK } from './parameters.js';
import { byScore, type Ranked } from './ranked.js';

/**
 * Lets a reranker reorder the best chunks within a time limit. Its order and the one before are blended, the earlier one
 * trusted more the higher a chunk ranked, as QMD does. Where it fails, the order stays and the stage says why.
 */
export async function rerank(
  question: string,
  ranked: readonly Ranked[],
  textOf: (id: number) => string | null,
  reranker: Reranker | null,
  signal: AbortSignal | undefined,
): Promise<{ ranked: Ranked[]; stage: Stage }> {
  if (reranker === null) {
    return {
      ranked: [...ranked],
      stage: { name: 'rerank', ran: false, reason: 'no reranker is configured' },
    };
  }
  const read = ranked.slice(0, RERANK.best).map((item) => ({ item, text: textOf(item.id) }));
  const best = read.flatMap(({ item, text }) => (text === null ? [] : [{ item, text }]));
  const limit = AbortSignal.timeout(TIME_LIMIT);
  try {
    const scores = await reranker.rerank(
      question,
      best.map(({ text }) => text),
      { signal: signal ? AbortSignal.any([signal, limit]) : limit },
    );
    return {
      ranked: blend(
        ranked,
        best.map(({ item }) => item),
        scores,
      ),
      stage: { name: 'rerank', ran: true, reason: null },
    };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = limit.aborted ? `${reranker.name} did not answer in time` : (error as Error).message;
    return { ranked: [...ranked], stage: { name: 'rerank', ran: false, reason } };
  }
}

const TIME_LIMIT = 10_000;

function blend(ranked: readonly Ranked[], best: readonly Ranked[], scores: readonly number[]): Ranked[] {
  const most = Math.max(...scores);
  const least = Math.min(...scores);
  if (!(most > least)) return [...ranked];
  const lead = best[0]!.score;
  const blended = best.map((item, index) => {
    const trust = trustIn(index);
    const opinion = (lead * (scores[index]! - least)) / (most - least);
    return { ...item, score: trust * item.score + (1 - trust) * opinion };
  });
  const moved = new Set(best.map(({ id }) => id));
  return [...blended, ...ranked.filter(({ id }) => !moved.has(id))].sort(byScore);
}

/** How much the earlier order counts, by the place a chunk had in it. */
function trustIn(place: number): number {
  const { top, topTrust, upper, upperTrust, restTrust } = RERANK;
  if (place < top) return topTrust;
  return place < upper ? upperTrust : restTrust;
}
