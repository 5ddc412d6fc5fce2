import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { undoEntry } from '../src/service/changes/undo.js';
import { createGitHistory } from '../src/service/history/open-history.js';
import type { VaultPath } from '../src/vault/paths.js';
import { type Change, type Files, generateChanges, START, without } from './support/changes.js';
import { tempVault } from './support/temp-vault.js';

const LENGTH = Number(process.env.RAPPEL_UNDO_ENTRIES ?? 18);
const MOST_MS = LENGTH * 10_000;
const BUSY = process.env.RAPPEL_UNDO_ENTRIES === undefined;
const SEEDS = (process.env.RAPPEL_UNDO_SEEDS ?? '7').split(',').map(Number);

function picker(seed: number): (below: number) => number {
  const numbers = fc.sample(fc.nat(), { seed, numRuns: LENGTH * 40 });
  return (below) => numbers.pop()! % below;
}

/** A vault in which the changes were made and recorded one by one, as by a running service. */
async function recordAll(changes: readonly Change[]) {
  const temp = tempVault();
  const history = createGitHistory(temp.vault);
  let files: Files = {};
  let minute = 0;
  async function become(next: Files, source: 'init' | 'update' | 'tool' | 'outside' | 'import') {
    temp.setTime(new Date(Date.UTC(2025, 6, 1, 0, minute++)).toISOString().slice(0, 19));
    const gone = Object.keys(files).filter((path) => !(path in next));
    const changed = Object.keys(next).filter((path) => files[path] !== next[path]);
    for (const path of changed) {
      const old = gone.find((name) => files[name] === next[path]);
      if (old !== undefined) {
        mkdirSync(dirname(join(temp.root, path)), { recursive: true });
        renameSync(join(temp.root, old), join(temp.root, path));
      } else if (path.endsWith('.md'))
        temp.vault.save(temp.vault.locate(path as VaultPath), () => next[path]!);
      else temp.put(path, Buffer.from(next[path]!, 'latin1'));
    }
    for (const path of gone) rmSync(join(temp.root, path), { force: true });
    files = next;
    return history.record({ source, reason: source, paths: [...gone, ...changed] as VaultPath[] });
  }
  await become(START, 'init');
  const start = bytes();
  const ids: string[] = [];
  for (const [index, change] of changes.entries()) {
    const source = (['update', 'tool', 'outside', 'import'] as const)[index % 4]!;
    ids.push((await become(change.apply(files), source))!.id);
  }
  function bytes(): Files {
    const names = readdirSync(temp.root, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const paths = names
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.rappel'))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(temp.root.length + 1)
          .replaceAll('\\', '/'),
      );
    return Object.fromEntries(
      paths.sort().map((path) => [path, readFileSync(join(temp.root, path), 'latin1')]),
    );
  }
  const undo = (id: string) => {
    temp.setTime(new Date(Date.UTC(2025, 7, 1, 0, minute++)).toISOString().slice(0, 19));
    return undoEntry(temp.vault, history, id);
  };
  return { ids, start, bytes, undo };
}

/** Content without stamps, in the form of the oracle. */
function plain(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (!path.endsWith('.md')) return [path, text];
      const unstamped = Buffer.from(text, 'latin1')
        .toString('utf8')
        .replace(/^---\r?\n[\s\S]*?\n---\r?\n/, (head) =>
          head.replace(/^(?:created|updated|tokens): .*\r?\n/gm, ''),
        );
      return [path, unstamped.replace(/^---\r?\n---\r?\n(?:\r?\n)?/, '')];
    }),
  );
}

const sorted = (files: Files): Files => Object.fromEntries(Object.entries(files).sort());

describe.each(SEEDS)('undo, in the history of seed %i,', (seed) => {
  it('takes out any one entry as if it had never been, and puts it back', { timeout: MOST_MS }, async () => {
    const changes = generateChanges(LENGTH, picker(seed), { busy: BUSY });
    const { ids, bytes, undo } = await recordAll(changes);
    const all = bytes();
    expect(plain(all)).toEqual(sorted(without(changes, () => false)!));
    const refused: string[] = [];
    for (const [index, id] of ids.entries()) {
      const expected = without(changes, (at) => at === index);
      const name = `entry ${index} of seed ${seed}: ${changes[index]!.kind}`;
      try {
        const undone = await undo(id);
        if (expected !== null) expect(plain(bytes()), name).toEqual(sorted(expected));
        await undo(undone.id);
        expect(bytes(), `${name}, redone`).toEqual(all);
      } catch (error) {
        // Only what a later change altered may be refused, or be gone.
        const code = (error as { code?: string }).code ?? '';
        if (expected !== null || !['stale', 'no_match'].includes(code))
          throw new Error(name, { cause: error });
        expect(bytes(), `${name}, refused`).toEqual(all);
        refused.push(`${name}: ${(error as Error).message}`);
      }
    }
    if (!BUSY) expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(LENGTH / 20);
  });

  it('of all entries in any order, with redos between them, ends at the start to the byte', {
    timeout: MOST_MS,
  }, async () => {
    const pick = picker(seed + 1);
    const changes = generateChanges(LENGTH, pick, { busy: true });
    const { ids, start, bytes, undo } = await recordAll(changes);
    const left = new Set(ids);
    const reasons = new Map<string, string>();
    for (let before = -1; left.size > 0 && left.size !== before; ) {
      before = left.size;
      const order = fc.sample(fc.shuffledSubarray([...left], { minLength: left.size }), {
        seed,
        numRuns: 1,
      })[0]!;
      for (const [at, id] of order.entries()) {
        try {
          const undone = await undo(id);
          left.delete(id);
          if (at % 9 !== 8) continue;
          const redone = await undo(undone.id);
          await undo(redone.id);
        } catch (error) {
          const code = (error as { code?: string }).code ?? '';
          // Refused until the later change is undone; what that removed is gone already.
          const name = `entry ${ids.indexOf(id)} of seed ${seed} (${changes[ids.indexOf(id)]!.touches})`;
          if (!['stale', 'no_match'].includes(code)) throw new Error(name, { cause: error });
          reasons.set(id, `${name}: ${(error as Error).message}`);
        }
        const expected = without(changes, (index) => !left.has(ids[index]!));
        if (expected !== null)
          expect(plain(bytes()), `after entry ${ids.indexOf(id)}`).toEqual(sorted(expected));
      }
    }
    expect(bytes(), [...left].map((id) => reasons.get(id)).join('\n')).toEqual(start);
    for (const id of left)
      await expect(undo(id), reasons.get(id)).rejects.toMatchObject({ code: 'no_match' });
  });
});
