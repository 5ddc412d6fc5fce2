import { createYielder } from './yield-to-event-loop.js';

/** Items that are sorted or merged between two looks at the clock. */
const STEP = 512;

/** The items in order, equal ones in theirs, as `toSorted` gives them; of very many, requests are answered meanwhile. */
export async function sortInTurns<Item>(
  items: Iterable<Item>,
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const yieldToEventLoop = createYielder();
  let runs: Item[][] = [];
  let run: Item[] = [];
  for (const item of items) {
    run.push(item);
    if (run.length < STEP) continue;
    runs.push(run.sort(compare));
    run = [];
    await yieldToEventLoop();
  }
  if (run.length > 0) runs.push(run.sort(compare));
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at]!, runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];

  async function merge(left: readonly Item[], right: readonly Item[]): Promise<Item[]> {
    const all: Item[] = [];
    let [fromLeft, fromRight] = [0, 0];
    while (fromLeft < left.length || fromRight < right.length) {
      const isLeft =
        fromRight === right.length ||
        (fromLeft < left.length && compare(left[fromLeft]!, right[fromRight]!) <= 0);
      all.push(isLeft ? left[fromLeft++]! : right[fromRight++]!);
      if (all.length % STEP === 0) await yieldToEventLoop();
    }
    return all;
  }
}
