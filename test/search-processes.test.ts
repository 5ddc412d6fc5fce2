import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BIN, rappel } from './support/rappel.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const notes = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `bucket/n${i}.md`,
      `# Note ${i}\n\n${`word${i} tomatoes garden\n`.repeat(40)}`,
    ]),
  );

const pathsIn = (out: string) => (JSON.parse(out).results as { path: string }[]).map(({ path }) => path);

describe('search as a process', { timeout: 120_000 }, () => {
  it('answers after an indexing process was killed at any point', async () => {
    const { root } = tempVault(notes(600));
    const cache = tempFolder();
    const env = { XDG_CACHE_HOME: cache };
    for (const size of [1, 200_000, 1_000_000]) {
      const child = spawn(process.execPath, [BIN, 'index', '--vault', root], {
        env: { ...process.env, ...env },
      });
      const closed = new Promise((resolve) => child.on('close', resolve));
      // Killed by how far it has come, not by a time: the index and its log have grown to this size.
      while (child.exitCode === null && sizeOf(cache) < size) await setImmediate();
      child.kill('SIGKILL');
      await closed;
      const { code, out } = await rappel(['find', 'word77', '--json'], { vault: root, env });
      expect(code).toBe(0);
      expect(pathsIn(out)).toEqual(['vault/bucket/n77.md']);
      await rappel(['index', '--rebuild'], { vault: root, env });
    }
  });

  it('answers in several processes while another one builds the index', async () => {
    const { root } = tempVault(notes(300));
    const env = { XDG_CACHE_HOME: tempFolder() };
    const building = rappel(['index', '--rebuild'], { vault: root, env });
    const found = await Promise.all(
      [3, 150, 299].map((i) => rappel(['find', `word${i}`, '--json'], { vault: root, env })),
    );
    expect(found.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(found.flatMap(({ out }) => pathsIn(out))).toEqual(
      [3, 150, 299].map((i) => `vault/bucket/n${i}.md`),
    );
    expect((await building).code).toBe(0);
  });

  it.each([{ command: ['index'] }, { command: ['index', '--rebuild'] }])(
    '$command leaves nothing to the first search',
    async ({ command }) => {
      const { root } = tempVault(notes(600));
      const cache = tempFolder();
      expect((await rappel(command, { vault: root, env: { XDG_CACHE_HOME: cache } })).code).toBe(0);
      const left = readdirSync(cache, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
      expect(left).toContain('index.sqlite-vectors');
      expect(left.filter((name) => name.endsWith('.new'))).toEqual([]);
    },
  );

  it('finds what waits in the inbox, and says what else to try where nothing is found', async () => {
    const { root } = tempVault({ 'bucket/a.md': '# Tomatoes\n', 'inbox/x/input.md': 'carrots\n' });
    const env = { XDG_CACHE_HOME: tempFolder() };
    const waiting = await rappel(['find', 'carrots'], { vault: root, env });
    expect(waiting.out).toMatch(
      /^vault\/inbox\/x\/input\.md:1-1 {2}0\.\d\d · in the inbox\n1 {2}\| carrots\n$/,
    );
    const fast = await rappel(['find', 'parsnips'], { vault: root, env });
    expect(fast.out).toBe('Nothing found. Try other words, fewer limits, or --deep.\n');
    const deep = await rappel(['find', '--deep', 'carrots', '--scope', 'tasks.md'], { vault: root, env });
    expect(deep.out).toMatch(/^Nothing found\. Try other words or fewer limits\.\n$/);
  });

  it('answers, and says why it keeps nothing, where the cache can not be written', async () => {
    const { root } = tempVault({ 'bucket/a.md': '# Tomatoes\n', 'not-a-folder': '' });
    const env = { XDG_CACHE_HOME: join(root, 'not-a-folder') };
    const { code, out, err } = await rappel(['find', 'tomatoes'], { vault: root, env });
    expect(code).toBe(0);
    expect(out).toContain('vault/bucket/a.md:1-1');
    expect(err).toContain("kept in memory: the index can't be written in");
    expect(await rappel(['index'], { vault: root, env })).toMatchObject({ code: 1 });
  });
});

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
