import { FUSION } from './parameters.js';
import { byScore, calibrate, type Evidence, type Ranked, ratioOf } from './ranked.js';

/** Reading takes time: only the chunks that words or vectors put forward are read. */
export function worthReading(byWords: readonly Ranked[], near: ReadonlyMap<number, number>): Set<number> {
  return new Set([
    ...byWords.slice(0, FUSION.readByWords).map(({ id }) => id),
    ...[...near.keys()].slice(0, FUSION.readByVectors),
  ]);
}

/**
 * Words and meaning together. Scores are fused, not ranks: both are shares of what the question could give, so that a
 * strong one is not drowned by a weak one. `meanings` says what each of the chunks gives; the others are left out.
 */
export function fuse(
  byWords: readonly Ranked[],
  ids: Iterable<number>,
  meanings: ReadonlyMap<number, number>,
): Ranked[] {
  const words = new Map(byWords.map((item) => [item.id, item]));
  const fused: Ranked[] = [];
  for (const id of ids) {
    const known = words.get(id);
    const meaning = meanings.get(id) ?? 0;
    const score = calibrate((ratioOf(known?.score ?? 0) + meaning) * FUSION.part);
    if (score <= 0) continue;
    const evidence = (): Evidence => {
      const { terms, stages } = known?.evidence() ?? { terms: {}, stages: {} };
      return { terms, stages: meaning > 0 ? { ...stages, meaning } : stages };
    };
    fused.push({ id, score, evidence });
  }
  return fused.sort(byScore);
}

/** How much meaning counts: more where even the best chunk holds little of the question's words. */
export function weightOfMeaning(best: number): number {
  const { usual, most, fewWords, enoughWords } = FUSION;
  const share = Math.min(1, Math.max(0, (best - fewWords) / (enoughWords - fewWords)));
  return most + share * (usual - most);
}

/** The evidence of an embedder of which only one vector a chunk is known: cosines, stretched to the best words' evidence. */
export function cosineEvidence(near: ReadonlyMap<number, number>, best: number): Map<number, number> {
  const cosines = [...near.values()];
  const most = Math.max(...cosines);
  const least = Math.min(...cosines);
  const share = (cosine: number) => (most === least ? 1 : (cosine - least) / (most - least));
  const whole = FUSION.cosineShare * Math.max(best, 1);
  return new Map(Array.from(near, ([id, cosine]) => [id, whole * share(cosine)]));
}
