import { CANDIDATES } from '../ranking/parameters.js';
import type { Key } from '../text/words.js';
import { STRONG_MARK } from './analyse-file.js';
import type { Filter } from './filters.js';
import { createScoreAccumulator } from './score-accumulator.js';

/** A term of a question and what it is worth. */
export interface Proposal {
  keys: readonly Key[];
  worth: number;
}

/** Which chunks hold which stems. */
interface PostingSource {
  /** The chunks that hold any of the stems, and perhaps some that are gone. */
  idsOf(stems: readonly string[]): Uint32Array;
  /** No chunk has a higher id. */
  lastId: number;
  gone: ReadonlySet<number>;
}

/** Sums that differ by less count as equal when the best are chosen. */
const CLEARLY = 1.002;

/** Chooses the chunks that are worth ranking. */
export function createProposer() {
  const scores = createScoreAccumulator();
  return {
    /** The most promising chunks that hold any of the terms, in no particular order. */
    propose(
      terms: readonly Proposal[],
      { idsOf, lastId, gone }: PostingSource,
      filter: Filter | null,
      limit: number,
    ): number[] {
      const { strongWorth } = CANDIDATES;
      scores.begin(lastId);
      let later = terms.reduce((sum, { worth }) => sum + strongWorth * worth, 0);
      // Once enough chunks are worth more than any new one could become, a term only tells among those.
      const isDecided = () => scores.countAbove(later) >= limit + gone.size;
      for (const [index, { keys, worth }] of terms.entries()) {
        const stems = keys.map(({ text }) => text);
        const strong = idsOf(stems.map((stem) => STRONG_MARK + stem));
        const decided = isDecided();
        const most = index === terms.length - 1 ? scores.most() : Number.POSITIVE_INFINITY;
        later -= strongWorth * worth;
        // A chunk that holds a stem strongly holds it: this is known before the long list is read.
        scores.add(strong, strongWorth * worth, filter, decided);
        // If enough chunks that hold the last stem strongly are worth more than any other could become, the long list decides nothing.
        const best = scores.above(CLEARLY * (most + worth), strong);
        const tells = best.length < limit + gone.size;
        later += worth;
        scores.add(tells ? idsOf(stems) : best, worth, filter, decided || isDecided());
        later -= worth;
        scores.add(tells ? strong : best, -worth, filter, true);
      }
      scores.remove(gone);
      return scores.take(limit);
    },
    /** Some of these chunks, the newest first to be chosen. */
    choose(ids: Uint32Array, lastId: number, filter: Filter | null, limit: number): number[] {
      scores.begin(lastId);
      scores.add(ids, 1, filter);
      return scores.take(limit);
    },
  };
}
