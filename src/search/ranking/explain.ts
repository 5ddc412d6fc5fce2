import type { Explanation } from '../engine.js';
import type { Evidence } from './ranked.js';

/** What each term and each stage gave, as a share of all evidence. */
export function shares({ terms, stages }: Evidence): Pick<Explanation, 'terms' | 'stages'> {
  const sum = Object.values(stages).reduce((total, gain) => total + gain, 0) || 1;
  const shared = (gains: Record<string, number>) => {
    const entries = Object.entries(gains).sort((a, b) => b[1] - a[1]);
    return Object.fromEntries(entries.map(([name, gain]) => [name, Math.round((100 * gain) / sum) / 100]));
  };
  return { terms: shared(terms), stages: shared(stages) };
}
