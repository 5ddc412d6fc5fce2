import type { VaultPath } from './paths.js';

export type PathTable = ReturnType<typeof createPathTable>;

/**
 * Numbers the paths of a vault. What is known of a file lies in plain arrays at its number, and its path is in memory once,
 * however many parts of the program know something of it. The path of a file that is gone keeps its number.
 */
export function createPathTable() {
  const numbers = new Map<VaultPath, number>();
  const paths: VaultPath[] = [];

  function add(path: VaultPath): number {
    const known = numbers.get(path);
    if (known !== undefined) return known;
    // A path is in NFC already. This copy is one piece: one that was joined keeps its parts in memory.
    const kept = path.normalize('NFC') as VaultPath;
    numbers.set(kept, paths.length);
    return paths.push(kept) - 1;
  }

  return {
    /** -1 for a path that has no number. */
    find: (path: VaultPath) => numbers.get(path) ?? -1,
    /** Its number, a new one if it has none. */
    add,
    at: (number: number) => paths[number]!,
    /** The same path as it is kept here. */
    keep: (path: VaultPath) => paths[add(path)]!,
    get size() {
      return paths.length;
    },
  };
}
