import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPaths, createMutations, type Model, textOf } from '../../../test/support/line-identities.js';
import { type TempVault, tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { createGitHistory } from '../../service/history/open-history.js';
import { ROOT } from '../../vault/paths.js';
import { exportDay } from './export-day.js';

describe('the files of a past day', () => {
  it('are those that were there at its end, and nothing else, whatever happened since', async () => {
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
      const target = join(tempFolder(), 'then');
      const report = await exportDay(temp.vault, target, day);
      expect(report).toMatchObject({ day, files: then.size, leftOut: [] });
      const texts = Object.fromEntries([...then.keys()].map((path) => [path, textOf(then, path)!]));
      expect(filesIn(target), day).toEqual(texts);
    }
  });

  it('have the bytes and the times of then, also where the file is gone or no text', async () => {
    const temp = await twoDays();
    const target = join(tempFolder(), 'a', 'then');
    await exportDay(temp.vault, target, '2025-07-12');
    expect(Object.keys(filesIn(target))).toEqual(['a.md', 'gone/b.png']);
    expect(readFileSync(join(target, 'gone/b.png'))).toEqual(Buffer.from([0, 255, 7]));
    expect(readFileSync(join(target, 'a.md'), 'utf8')).toBe('one\n');
    expect(statSync(join(target, 'a.md')).mtime).toEqual(new Date('2025-07-10T10:00:00'));
    expect(statSync(target).mode & 0o077).toBe(0);
  });

  it.each([
    ['yesterday', 'two'],
    ['12/07/2025', 'one'],
    ['le 13 juillet', 'two'],
    ['2025-07-14', 'two'],
  ])('are of a day as people write it: %s', async (day, text) => {
    const temp = await twoDays();
    const target = join(tempFolder(), 'then');
    await exportDay(temp.vault, target, day);
    expect(filesIn(target)['a.md']).toBe(`${text}\n`);
  });

  it('are refused with a next step where the history does not know the day, and nothing is written', async () => {
    const temp = await twoDays();
    const folder = tempFolder();
    const errorOf = (day: string, { vault }: TempVault = temp) =>
      exportDay(vault, join(folder, 'then'), day).then(
        () => 'no error',
        ({ message, hint }) => [message, hint].join(' | '),
      );
    expect([
      await errorOf('2025-07-09'),
      await errorOf('2025-07-15'),
      await errorOf('2025-02-30'),
      await errorOf('2025-07-14', tempVault({ 'a.md': 'one\n' })),
    ]).toEqual([
      'the history begins on 2025-07-10, after 2025-07-09 | Name a day from 2025-07-10 on.',
      '2025-07-15 is still to come | Name a day up to today, or leave out --as-of for the files as they are now.',
      expect.stringMatching(/^as_of: got "2025-02-30", expected a date like 2025-07-14.* \| Also understood/),
      expect.stringMatching(/^this vault has no history yet \| /),
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('go into a new or empty folder only', async () => {
    const temp = await twoDays();
    const folder = tempFolder();
    mkdirSync(join(folder, 'used'));
    writeFileSync(join(folder, 'used', 'mine.md'), 'mine');
    writeFileSync(join(folder, 'file'), 'mine');
    mkdirSync(join(folder, 'empty'));
    const to = (name: string) => exportDay(temp.vault, join(folder, name), '2025-07-12');
    await to('empty');
    expect(filesIn(join(folder, 'empty'))['a.md']).toBe('one\n');
    for (const name of ['used', 'file', 'empty'])
      await expect(to(name)).rejects.toMatchObject({ code: 'exists' });
    await expect(to('then.tar.gz')).rejects.toMatchObject({
      message: 'the files of a past day are exported to a folder',
    });
    await expect(exportDay(temp.vault, join(temp.root, 'then'), '2025-07-12')).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(readdirSync(folder).sort()).toEqual(['empty', 'file', 'used']);
  });
});

/** One file changed and one deleted on the 13th; today is the 14th. */
async function twoDays(): Promise<TempVault> {
  const temp = tempVault({ 'a.md': 'one\n', 'gone/b.png': Buffer.from([0, 255, 7]) });
  const history = createGitHistory(temp.vault);
  temp.setTime('2025-07-10T10:00:00');
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  temp.put('a.md', 'two\n');
  rmSync(join(temp.root, 'gone'), { recursive: true });
  temp.setTime('2025-07-13T23:59:59');
  await history.record({ source: 'tool', reason: 'change', paths: [ROOT] });
  temp.setTime('2025-07-14T18:30:00');
  return temp;
}

function filesIn(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.flatMap((name) =>
      statSync(join(root, name)).isFile() ? [[name, readFileSync(join(root, name), 'utf8')]] : [],
    ),
  );
}
