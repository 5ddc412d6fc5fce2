import { SCORE } from './parameters.js';

/** A chunk with its score. */
export interface Ranked {
  id: number;
  /** From 0 to 1. */
  score: number;
  /** What the score is made of: worked out only where `explain` asks for it. */
  evidence(): Evidence;
}

/** In units of the question's rarest words. */
export interface Evidence {
  /** What each term gave, by its label. */
  terms: Record<string, number>;
  /** What each stage gave; `bm25` is the sum of the terms. */
  stages: Record<string, number>;
}

/** From evidence, as a share of what the question could give, to a score: every further sign counts less. */
export function calibrate(ratio: number): number {
  return Math.min(1, 1 - Math.exp(-SCORE.steepness * ratio));
}

/** The evidence behind a score: the inverse of `calibrate`. */
export function ratioOf(score: number): number {
  return -Math.log(Math.max(1e-9, 1 - score)) / SCORE.steepness;
}

/** Best first; equals in the order of their ids, so that the same question gets the same answer. */
export function byScore(a: { id: number; score: number }, b: { id: number; score: number }): number {
  return b.score - a.score || a.id - b.id;
}

export function withStage(item: Ranked, score: number, stage: string, gain: number): Ranked {
  const evidence = () => {
    const { terms, stages } = item.evidence();
    return { terms, stages: { ...stages, [stage]: gain } };
  };
  return { id: item.id, score, evidence };
}
