import type { TrimReport } from './history.js';
import { NEAR } from './trim.js';

/** A sentence about the size of the history; null while it is small. */
export function describeSize({ bytes, dropped, until }: TrimReport, limit: number): string | null {
  const size = `the history takes ${megabytes(bytes)} of its ${megabytes(limit)}`;
  if (dropped > 0)
    return `the history reached its limit of ${megabytes(limit)}: ${entries(dropped)} up to ${until?.slice(0, 10)} dropped`;
  if (bytes > limit)
    return `${size}, all from the last 90 days; raise history.limit_mb, or drop the oldest with: rappel history --trim`;
  if (bytes > limit * NEAR) return `${size}; at the limit the oldest entries are dropped (history.limit_mb)`;
  return null;
}

function entries(count: number): string {
  return count === 1 ? 'one entry' : `${count} entries`;
}

function megabytes(bytes: number): string {
  const size = bytes / 1024 / 1024;
  return `${size < 10 ? Number(size.toFixed(1)) : Math.round(size)} MB`;
}
