import { EXPANSION } from './parameters.js';
import { byScore, calibrate, type Ranked, ratioOf } from './ranked.js';

/** The question itself first; a wording that a model made up counts a little less. */
export function withRewordings(own: Ranked[], others: readonly (readonly Ranked[])[]): Ranked[] {
  if (others.length === 0) return own;
  const best = new Map(own.map((item) => [item.id, item]));
  for (const item of others.flat()) {
    const score = calibrate(EXPANSION.share * ratioOf(item.score));
    if (score > (best.get(item.id)?.score ?? 0)) best.set(item.id, { ...item, score });
  }
  return [...best.values()].sort(byScore);
}
