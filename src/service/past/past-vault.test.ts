import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPaths, createMutations, type Model, textOf } from '../../../test/support/line-identities.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { read } from '../../tools/read.js';
import { tree } from '../../tools/tree.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { createGitHistory } from '../history/git-history.js';
import { createNoHistory } from '../history/no-history.js';
import { withPastVault } from './past-vault.js';

const all = () => true;

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
      const past = await withPastVault({ vault: temp.vault, history }, day, all, shown);
      expect(past, day).toEqual(await shown(checkout.vault));
    }
  });

  it('is refused, with a next step, where the history does not know it', async () => {
    const temp = tempVault({ 'a.md': 'one\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'init', reason: 'start', paths: ['a.md' as VaultPath] });
    const errorOf = (day: string, known = history) =>
      withPastVault({ vault: temp.vault, history: known }, day, all, async () => null).catch(
        ({ message, hint }) => [message, hint].join(' | '),
      );
    expect([
      await errorOf('2025-07-13'),
      await errorOf('2025-07-15'),
      await errorOf('2025-02-30'),
      await errorOf('2025-07-14', createNoHistory()),
    ]).toEqual([
      'the history begins on 2025-07-14 | Name a day from 2025-07-14 on.',
      '2025-07-15 is in the future | Name a day up to today.',
      '"2025-02-30" is not a day like 2025-07-14 | ',
      'this vault has no history | Install git; from then on every change is recorded.',
    ]);
  });
});
