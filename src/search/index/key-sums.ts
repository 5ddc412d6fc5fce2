import type { Key } from '../text/words.js';

export type KeySums = ReturnType<typeof createKeySums>;

/** Sums by key, cheap enough for every word of the vault: emptied and used again, it allocates nothing. */
export function createKeySums() {
  // The place of a key + 1; 0 where there is none. Open addressing, at most half full.
  let slots = new Int32Array(512);
  let sums = new Float64Array(256);
  let used = new Int32Array(256);
  const keys: Key[] = [];

  return {
    add(key: Key, amount: number): void {
      const slot = slotOf(key);
      const place = slots[slot]! - 1;
      if (place >= 0) {
        sums[place]! += amount;
        return;
      }
      if (keys.length === sums.length) {
        grow();
        this.add(key, amount);
        return;
      }
      sums[keys.length] = amount;
      used[keys.length] = slot;
      slots[slot] = keys.push(key);
    },
    /** Hands every key over once, in the order in which they came, with its sum. Empties the sums. */
    take(each: (key: Key, sum: number) => void): void {
      for (let place = 0; place < keys.length; place++) {
        each(keys[place]!, sums[place]!);
        slots[used[place]!] = 0;
      }
      keys.length = 0;
    },
  };

  function slotOf({ hash, text }: Key): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot]! - 1;
      if (place < 0) return slot;
      const known = keys[place]!;
      if (known.hash === hash && known.text === text) return slot;
    }
  }

  function grow(): void {
    const before = sums;
    sums = new Float64Array(2 * before.length);
    sums.set(before);
    used = new Int32Array(sums.length);
    slots = new Int32Array(4 * before.length);
    keys.forEach((key, place) => {
      used[place] = slotOf(key);
      slots[used[place]!] = place + 1;
    });
  }
}
