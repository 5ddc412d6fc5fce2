import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { watchVault } from './watcher.js';

async function watched(root: string): Promise<Set<string>> {
  const told = new Set<string>();
  const watcher = await watchVault(
    root,
    (path) => told.add(path),
    (error) => told.add(error.message),
  );
  onTestFinished(() => watcher.close());
  return told;
}

describe('the watcher', () => {
  it('sees every change below a folder whose name is in another Unicode form', async () => {
    const root = tempFolder();
    const nfd = join(root, 'e\u0301te\u0301');
    mkdirSync(nfd);
    const told = await watched(root);
    mkdirSync(join(nfd, 'new'));
    await vi.waitFor(() => expect(told).toContain('été/new'), { timeout: 120_000 });
    writeFileSync(join(nfd, 'new', 'a.md'), 'a');
    await vi.waitFor(() => expect(told).toContain('été/new/a.md'), { timeout: 120_000 });
    mkdirSync(join(nfd, 'new', 'deep'));
    await vi.waitFor(() => expect(told).toContain('été/new/deep'), { timeout: 120_000 });
    // Any event of the folder itself must not end the watch on it.
    renameSync(join(nfd, 'new', 'a.md'), join(nfd, 'new', 'b.md'));
    writeFileSync(join(nfd, 'new', 'deep', 'c.md'), 'c');
    await vi.waitFor(
      () => expect([...told]).toEqual(expect.arrayContaining(['été/new/b.md', 'été/new/deep/c.md'])),
      { timeout: 120_000 },
    );
  });

  it('leaves no watch behind that would keep the process alive, also in the middle of a new folder', async () => {
    const [root, elsewhere] = [tempFolder(), tempFolder()];
    mkdirSync(join(elsewhere, 'new', 'deep'), { recursive: true });
    await wait(50);
    const watches = () => process.getActiveResourcesInfo().filter((kind) => kind === 'FSEventWrap').length;
    const before = watches();
    let close = () => {};
    const told = new Set<string>();
    const watcher = await watchVault(
      root,
      (path) => {
        told.add(path);
        // After this turn, before it goes into the folder.
        if (path === 'new/deep') queueMicrotask(close);
      },
      () => {},
    );
    close = () => void watcher.close();
    renameSync(join(elsewhere, 'new'), join(root, 'new'));
    await vi.waitFor(() => expect(told).toContain('new/deep'), { timeout: 120_000 });
    await wait(50);
    expect(watches()).toBe(before);
  });
});
