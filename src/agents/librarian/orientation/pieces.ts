import { joinRanges, type LineRange } from '../../../vault/line-ranges.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { readNote } from './note-file.js';

/** Lines of a file that belong together in an answer. */
export interface FilePiece {
  path: VaultPath;
  ranges: LineRange[];
}

/** As many of the pieces as fit, in order; neighbours of one file become one. The first is always among them. */
export function fitting(vault: Vault, pieces: readonly FilePiece[], tokens: number): FilePiece[] {
  const chosen: FilePiece[] = [];
  let left = 4 * tokens;
  for (const { path, ranges } of pieces) {
    const size = sizeOf(vault, path, ranges);
    if (size > left && chosen.length > 0) continue;
    left -= size;
    const last = chosen.at(-1);
    if (last?.path === path) last.ranges.push(...ranges);
    else chosen.push({ path, ranges: [...ranges] });
  }
  return chosen.map(({ path, ranges }) => ({ path, ranges: bridged(vault, path, ranges) }));
}

/** In order, and joined where only empty lines lie between. */
function bridged(vault: Vault, path: VaultPath, ranges: readonly LineRange[]): LineRange[] {
  const lines = readNote(vault, path)?.lines ?? [];
  const reaching = ranges.map(({ first, last }) => {
    let end = last;
    while (end < lines.length && lines[end]!.trim() === '') end++;
    return { first, last: ranges.some((other) => other.first === end + 1) ? end : last };
  });
  return joinRanges(reaching);
}

/** The first lines of a range that fit, at least one. */
export function firstLines(vault: Vault, path: VaultPath, range: LineRange, tokens: number): LineRange {
  let { last } = range;
  while (last > range.first && sizeOf(vault, path, [{ first: range.first, last }]) > 4 * tokens) last--;
  return { first: range.first, last };
}

/** Characters of the block: its lines with their numbers, its path and its fence. */
function sizeOf(vault: Vault, path: VaultPath, ranges: readonly LineRange[]): number {
  const lines = readNote(vault, path)?.lines ?? [];
  const shown = ranges.flatMap(({ first, last }) => lines.slice(first - 1, last));
  return shown.reduce((sum, line) => sum + line.length + NUMBER, path.length + FENCE);
}

const NUMBER = 6;
const FENCE = 30;
