/** A chunk with what full-text search has of it: stems, each after a space. */
export type StoredStems = readonly [id: number, stems: Uint8Array];

/** About a kilobyte each. */
const MOST_CHUNKS = 1_000;
const SPACE = 0x20;

export type RecentChunks = ReturnType<typeof createRecentChunks>;

/**
 * The stems of the chunks that this process stored last. While many files change, each list of a question lacks a few new chunks, and
 * full-text search looks for them in every segment: asking here takes a tenth of the time.
 */
export function createRecentChunks(most = MOST_CHUNKS) {
  /** In the order of their ids. */
  const held = new Map<number, Buffer>();
  /** Every chunk with a higher id is held, or gone. */
  let since = Number.POSITIVE_INFINITY;
  let isAsked = false;
  return {
    /** In the order of their ids. */
    add(chunks: readonly StoredStems[]): void {
      // A command stores every file of the vault, and asks nothing meanwhile.
      if (!isAsked) return;
      for (const [id, stems] of chunks) {
        since = Math.min(since, id - 1);
        const text = Buffer.alloc(stems.length + 1, SPACE);
        text.set(stems);
        held.set(id, text);
      }
      for (const id of held.keys()) {
        if (held.size <= most) return;
        held.delete(id);
        since = id;
      }
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) held.delete(id);
    },
    clear(): void {
      held.clear();
      since = Number.POSITIVE_INFINITY;
    },
    /** The chunks after this id that hold any of the stems; null if not all of them are known here. */
    holding(stems: readonly string[], after: number): Uint32Array | null {
      isAsked = true;
      if (after < since) return null;
      const words = stems.map((stem) => Buffer.from(` ${stem} `));
      const found: number[] = [];
      for (const [id, text] of held)
        if (id > after && words.some((word) => text.includes(word))) found.push(id);
      return Uint32Array.from(found);
    },
  };
}
