import type { LineRange } from '../src/vault/line-ranges.js';

/** Lines of a file that an answer shows, or that hold evidence; both ends count. */
export interface ShownLines extends LineRange {
  path: string;
}

/** Of the lines of all `pieces`, the share that is shown. */
function shareShown(pieces: readonly ShownLines[], shown: readonly ShownLines[]): number {
  let all = 0;
  let seen = 0;
  for (const piece of pieces) {
    all += piece.last - piece.first + 1;
    for (let line = piece.first; line <= piece.last; line++) if (isIn(piece.path, line, shown)) seen++;
  }
  return all === 0 ? 0 : seen / all;
}

/** A piece of evidence counts as shown if more than half of its lines are. */
export function isShown(piece: ShownLines | readonly ShownLines[], shown: readonly ShownLines[]): boolean {
  return shareShown([piece].flat(), shown) > 0.5;
}

function isIn(path: string, line: number, shown: readonly ShownLines[]): boolean {
  return shown.some((one) => one.path === path && one.first <= line && line <= one.last);
}
