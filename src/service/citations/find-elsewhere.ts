import { createYielder } from '../../shared/yield-to-event-loop.js';
import { fileSystem } from '../../vault/file-system.js';
import { quickText } from '../../vault/files.js';
import { mapLines, placesOf } from '../../vault/line-map.js';
import { shownLines } from '../../vault/lines.js';
import { ROOT } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Fate } from './follow-runs.js';
import type { Past } from './past.js';

/**
 * Lines that left their file for none that changed with it, cut and pasted later, may stand elsewhere: gives their new place
 * to those that occur whole in a file where they did not when they went. Reads the vault once for all of them.
 */
export async function findElsewhere(fates: readonly Fate[], past: Past): Promise<void> {
  const wanted = new Set(fates.filter(({ isGone, run }) => isGone && isDistinctive(run.lines)));
  if (wanted.size === 0) return;
  const yieldToEventLoop = createYielder();
  const { root } = past.disk;
  for (const { kind, path, address } of walk(root, root, ROOT, () => {})) {
    if (wanted.size === 0) return;
    await yieldToEventLoop();
    if (kind !== 'file') continue;
    const text = textAt(address);
    if (text === null) continue;
    for (const fate of wanted) {
      const { lines } = fate.run;
      if (!text.includes(lines[0]!)) continue;
      const now = shownLines(text);
      const places = placesOf(lines, now);
      if (places.length === 0) continue;
      const { id } = fate.last!.entry ?? past.newest;
      const before = (await past.texts.lines({ id, path })) ?? [];
      const { added } = mapLines(before, now);
      const at = places.find((place) => lines.every((_, index) => added.has(place + index)));
      if (at === undefined) continue;
      fate.run = { ...fate.run, path, at };
      fate.isGone = false;
      wanted.delete(fate);
    }
  }
}

/** Short lines are alike by chance. */
const LEAST_LETTERS = 20;

function isDistinctive(lines: readonly string[]): boolean {
  return (lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LEAST_LETTERS;
}

function textAt(address: string): string | null {
  const stats = fileSystem.stat(address);
  return stats === undefined ? null : quickText(address, stats.size);
}
