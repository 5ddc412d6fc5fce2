import { isHiddenLines } from '../../vault/line-ranges.js';
import { parseNumbered } from '../../vault/lines.js';

/**
 * Removes the blocks that came from this memory, so that recalled text is never filed again. Such a block is
 * a fence whose info string is a vault path and whose lines are numbered.
 */
export function withoutRecalled(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = /^(?:```|~~~)vault\//.test(lines[at]!) ? blockEnd(lines, at) : null;
    if (end === null) kept.push(lines[at]!);
    else at = end;
  }
  return kept.join('\n').trim() === text.trim() ? text : kept.join('\n').trim();
}

/** The line that closes the block, if every line in it is numbered or stands for lines left out. */
function blockEnd(lines: readonly string[], start: number): number | null {
  const fence = lines[start]!.slice(0, 3);
  const end = lines.indexOf(fence, start + 1);
  if (end === -1) return null;
  const shown = lines.slice(start + 1, end).filter((line) => !isHiddenLines(line));
  return shown.length === 0 || parseNumbered(shown.join('\n')) !== null ? end : null;
}
