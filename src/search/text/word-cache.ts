/**
 * Remembers what was made of each word, found by its letters inside a text without cutting it out first. Holds at most
 * twice `most`: when it is full, what was not asked for since the last time is forgotten.
 */
interface WordCache<Entry extends { raw: string }> {
  /** The entry of `text.slice(from, to)`, whose hash is given; made where it is not known. */
  find(text: string, from: number, to: number, hash: number): Entry;
}

export function createWordCache<Entry extends { raw: string }>(
  most: number,
  make: (raw: string) => Entry,
): WordCache<Entry> {
  let young = createTable<Entry>(most);
  let old = createTable<Entry>(most);

  return {
    find(text, from, to, hash) {
      const known = young.get(text, from, to, hash);
      if (known !== undefined) return known;
      // The blank breaks the tie to the text: a piece of it would keep all of it in memory.
      const entry = old.get(text, from, to, hash) ?? make(` ${text.slice(from, to)}`.slice(1));
      if (young.isFull()) {
        const emptied = old;
        old = young;
        young = emptied;
        young.clear();
      }
      young.add(entry, hash);
      return entry;
    },
  };
}

interface Table<Entry> {
  get(text: string, from: number, to: number, hash: number): Entry | undefined;
  add(entry: Entry, hash: number): void;
  isFull(): boolean;
  clear(): void;
}

/** Open addressing: at most half of the slots are taken, so that a search ends soon. */
function createTable<Entry extends { raw: string }>(most: number): Table<Entry> {
  const mask = 2 ** Math.ceil(Math.log2(2 * most)) - 1;
  // Two numbers a slot, side by side in memory: the hash, and the place of the entry + 1 (0 where there is none).
  const slots = new Int32Array(2 * (mask + 1));
  const entries: Entry[] = [];

  return {
    get(text, from, to, hash) {
      // The memory of an empty table was never touched: its pages need not be made.
      if (entries.length === 0) return undefined;
      for (let slot = slotOf(hash) & mask; ; slot = (slot + 1) & mask) {
        const place = slots[2 * slot + 1]! - 1;
        if (place < 0) return undefined;
        if (slots[2 * slot] !== hash) continue;
        const entry = entries[place]!;
        if (spells(entry.raw, text, from, to)) return entry;
      }
    },
    add(entry, hash) {
      let slot = slotOf(hash) & mask;
      while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      slots[2 * slot] = hash;
      slots[2 * slot + 1] = entries.push(entry);
    },
    isFull: () => entries.length >= most,
    clear() {
      entries.length = 0;
      slots.fill(0);
    },
  };
}

/** The low bits of the hash alone would collide. */
function slotOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;
}

function spells(raw: string, text: string, from: number, to: number): boolean {
  if (raw.length !== to - from) return false;
  for (let i = 0; i < raw.length; i++) if (raw.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
  return true;
}
