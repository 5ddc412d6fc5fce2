import { editDistance } from './edit-distance.js';

/** The name with the smallest difference, if it is small. */
export function nearest(name: string, names: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 4)) + 1;
  for (const other of names) {
    const candidate = other.toLowerCase();
    const distance = candidate.startsWith(`${wanted}.`)
      ? 0
      : editDistance(wanted, candidate, bestDistance - 1);
    if (distance < bestDistance) {
      best = other;
      bestDistance = distance;
    }
  }
  return best;
}
