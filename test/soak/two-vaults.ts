import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bodyOf } from '../../src/vault/frontmatter.js';
import { createDice, createPlace, type Place, pause, startService, until, untilAgreed } from './harness.js';

/**
 * Two services on two copies of a vault that a sync tool mirrors both ways, newest file first, while people edit on
 * both sides. They come to rest: the same files on both, with the newest text, and nothing is written any more.
 */
export async function twoVaultsScenario({ edits }: { edits: number }) {
  const [left, right] = [createPlace('left'), createPlace('right')];
  const dice = createDice(edits);
  try {
    for (let n = 0; n < 10; n++) left.put(`bucket/n-${n}.md`, `# Note ${n}\n`);
    left.put('bucket/plain.txt', 'sans tampon\n');
    const known = new Set<string>();
    mirror(left, right, known);
    const services = await Promise.all([startService(left), startService(right)]);
    // The first stamps are writes too: an edit beside them would be one of two newest versions.
    const notes = listing(left).filter((path) => path.startsWith('bucket/n-'));
    await until('the first stamps', 30_000, async () => {
      const stamped = notes.every((path) => [left, right].every((side) => side.get(path).startsWith('---')));
      return stamped && mirror(left, right, known) === 0;
    });
    const newest = new Map<string, string>();
    let copies = 0;
    for (let n = 0; n < edits; n++) {
      const path = `bucket/n-${dice(10)}.md`;
      const side = dice(2) === 0 ? left : right;
      const text = `# Note\n\nÉdition ${n}.\n`;
      // People edit what they see: the file keeps its frontmatter, or loses it.
      const head = dice(3) === 0 ? '' : side.get(path).slice(0, side.get(path).indexOf('\n---\n') + 5);
      side.put(path, head.startsWith('---') ? `${head}\n${text}` : text);
      newest.set(path, text.trim());
      await pause(dice(60));
      copies += mirror(left, right, known);
    }
    // At rest: three looks in a row, well apart, find nothing to copy.
    let quiet = 0;
    await until('both to come to rest', 60_000, async () => {
      const count = mirror(left, right, known);
      copies += count;
      quiet = count === 0 ? quiet + 1 : 0;
      await pause(1_000);
      return quiet >= 5;
    });
    await untilAgreed(left, 30_000);
    await untilAgreed(right, 30_000);
    assert.equal(mirror(left, right, known), 0);
    assert.deepEqual(listing(left), listing(right));
    for (const path of listing(left)) assert.equal(left.get(path), right.get(path), path);
    for (const [path, text] of newest) assert.equal(bodyOf(left.get(path)).trim(), text, path);
    for (const service of services) assert.equal(await service.stop(), 0);
    return { edits, copies, files: listing(left).length };
  } finally {
    left.remove();
    right.remove();
  }
}

/**
 * A sync tool: newest wins, times are kept, deletions are carried over; hidden files are left out. Two that were written
 * in the same moment are told apart by what they hold. Returns its copies.
 */
function mirror(left: Place, right: Place, known: Set<string>): number {
  let count = 0;
  for (const path of new Set([...listing(left), ...listing(right)])) {
    const [a, b] = [left, right].map(({ vault }) => statSync(join(vault, path), { throwIfNoEntry: false }));
    if (a === undefined || b === undefined) {
      const missing = a === undefined ? left : right;
      if (known.has(path)) rmSync(join((missing === left ? right : left).vault, path));
      else copy(path, missing === left ? right : left, missing);
    } else if (Math.abs(a.mtimeMs - b.mtimeMs) < 2 && left.get(path) === right.get(path)) {
      known.add(path);
      continue;
    } else copy(path, a.mtimeMs > b.mtimeMs ? left : right, a.mtimeMs > b.mtimeMs ? right : left);
    known.add(path);
    count++;
  }
  return count;
}

function copy(path: string, from: Place, to: Place): void {
  const target = join(to.vault, path);
  mkdirSync(dirname(target), { recursive: true });
  const { atime, mtime } = statSync(join(from.vault, path));
  copyFileSync(join(from.vault, path), `${target}.part`);
  utimesSync(`${target}.part`, atime, mtime);
  renameSync(`${target}.part`, target);
}

/** Skips hidden folders: the folder of a lock may disappear before it is read. */
function listing({ vault }: Pick<Place, 'vault'>, folder = ''): string[] {
  return readdirSync(join(vault, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name.endsWith('.part')) return [];
      if (entry.isDirectory()) return listing({ vault }, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}
