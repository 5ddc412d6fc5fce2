import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changedPaths, createMutations, type Model, textOf } from '../../../test/support/line-identities.js';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import type { PastFiles } from '../../search/engine.js';
import { read } from '../../tools/read.js';
import { tree } from '../../tools/tree.js';
import { readText } from '../../vault/files.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { createGitHistory } from '../history/git-history.js';
import type { History } from '../history/history.js';
import { createNoHistory } from '../history/no-history.js';
import { createPasts } from './pasts.js';

function pastsOf({ vault, context }: TempVault, history: History) {
  const pasts = createPasts({ vault, history: async () => history, engine: context.engine });
  onTestFinished(() => pasts.close());
  return pasts;
}

describe('the vault of a day', () => {
  it('shows what a checkout of that day shows, byte for byte, in a generated history', {
    timeout: 300_000,
  }, async () => {
    const numbers = fc.sample(fc.nat(), { seed: 22, numRuns: 20_000 });
    const mutations = createMutations((below) => numbers.pop()! % below);
    const temp = tempVault();
    const history = createGitHistory(temp.vault);
    let model: Model = new Map();
    const days: { day: string; model: Model }[] = [];
    for (let count = 0; count < 16; count++) {
      // Two entries a day.
      const day = `2025-03-${String(1 + (count >> 1)).padStart(2, '0')}`;
      temp.setTime(`${day}T${count % 2 === 0 ? '09' : '23'}:30:00`);
      const next = count === 0 ? mutations.start() : mutations.mutate(model).next;
      for (const path of changedPaths(model, next)) {
        const text = textOf(next, path);
        if (text === null) rmSync(join(temp.root, path));
        else temp.put(path, text);
      }
      model = next;
      await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
      days[count >> 1] = { day, model };
    }
    const pasts = pastsOf(temp, history);
    for (const { day, model: then } of days) {
      const checkout = tempVault(
        Object.fromEntries([...then.keys()].map((path) => [path, textOf(then, path)!])),
      );
      const shown = async (vault: Vault) => {
        const context = { ...checkout.context, vault };
        const { text } = await tree.call({}, context);
        return {
          // A checkout does not know when its files were changed.
          tree: text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, ''),
          files: (await read.call({ paths: '**/*.md' }, context)).text,
        };
      };
      const past = await pasts.use(day, ({ vault }) => shown(vault));
      expect(past, day).toEqual(await shown(checkout.vault));
    }
  });

  it('is refused, with a next step, where the history does not know it', async () => {
    const temp = tempVault({ 'a.md': 'one\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'init', reason: 'start', paths: ['a.md' as VaultPath] });
    const errorOf = (day: string, known = history) =>
      pastsOf(temp, known)
        .use(day, async () => null)
        .catch(({ message, hint }) => [message, hint].join(' | '));
    expect([
      await errorOf('2025-07-13'),
      await errorOf('2025-07-15'),
      await errorOf('2025-02-30'),
      await errorOf('2025-07-14', createNoHistory()),
    ]).toEqual([
      'as_of: got 2025-07-13, expected a day from 2025-07-14 on | The history begins on that day.',
      'as_of: got 2025-07-15, expected a day up to today | ',
      expect.stringMatching(/^as_of: got "2025-02-30", expected a date like 2025-07-14/),
      'this vault has no history | Install git; from then on every change is recorded.',
    ]);
  });

  it.each([
    ['hier', 'two'],
    ['last week', 'two'],
    ['12/07/2025', 'one'],
    ['le 13 juillet', 'two'],
    ['2025-07', 'three'],
  ])('is named as people write it, a span by its last day: %s', async (day, text) => {
    const temp = tempVault({ 'a.md': 'one\n' });
    const history = createGitHistory(temp.vault);
    for (const [time, written] of [
      ['2025-07-04', 'one'],
      ['2025-07-13', 'two'],
      ['2025-07-14', 'three'],
    ] as const) {
      temp.setTime(`${time}T09:00:00`);
      temp.put('a.md', `${written}\n`);
      await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
    }
    if (day === '2025-07') temp.setTime('2025-08-02T09:00:00');
    const read = await pastsOf(temp, history).use(day, async ({ vault }) => readText(vault.resolve('a.md')));
    expect(read).toBe(`${text}\n`);
  });

  it('is read from the history where the files of today have changed since, recorded or not', async () => {
    const temp = tempVault({ 'a.md': 'one\n', 'b.md': 'two\n', 'c.md': 'three\n', 'd.png': 'old' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    temp.setTime('2025-07-15T09:00:00');
    temp.put('a.md', 'new\n');
    temp.put('d.png', 'new');
    await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
    temp.put('b.md', 'edited\n');
    rmSync(join(temp.root, 'c.md'));
    const texts = await pastsOf(temp, history).use('2025-07-14', async ({ vault }) =>
      ['a.md', 'b.md', 'c.md', 'd.png'].map((path) => readText(vault.resolve(path))),
    );
    expect(texts).toEqual(['one\n', 'two\n', 'three\n', 'old']);
  });

  it('is never written to a folder', async () => {
    const temp = tempVault({ 'a.md': 'one\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    const root = await pastsOf(temp, history).use('2025-07-14', async ({ vault }) => {
      expect(readText(vault.resolve('a.md'))).toBe('one\n');
      return vault.root;
    });
    expect(readdirSync(tmpdir())).not.toContain(basename(root));
  });

  it('is forgotten as soon as another process has purged a file', async () => {
    const temp = tempVault({ 'a.md': 'The code of the quay is 4417.\n', 'b.md': 'Another note.\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    temp.put('a.md', 'Nothing here.\n');
    temp.setTime('2025-07-15T09:00:00');
    await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
    const engine = await temp.context.engine();
    const held: PastFiles[] = [];
    const pasts = createPasts({
      vault: temp.vault,
      history: async () => history,
      engine: async () => ({
        ...engine,
        search: (request) => {
          held.push(request.past!);
          return engine.search(request);
        },
      }),
    });
    onTestFinished(() => pasts.close());
    const ask = () =>
      pasts.use('2025-07-14', async (past) => (await past.engine()).search({ queries: ['quay code'] }));
    expect((await ask()).results.map(({ path }) => path)).toEqual(['vault/a.md']);
    const released = once(held[0]!.released, 'abort');
    await createGitHistory(temp.vault).purge('a.md' as VaultPath);
    await released;
    expect((await ask()).results).toEqual([]);
  });
});
