import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { isStamped } from '../../vault/stamp.js';
import { scanTree } from '../../vault/tree.js';
import { createEventBus } from '../events/events.js';
import { createProblems } from '../events/problems.js';
import { createGitHistory } from '../history/open-history.js';
import { hasWriters, withWriter } from '../locks/writers.js';
import { createBackgroundJob, type JobDeps } from './background-job.js';
import { createIndexChanges } from './index-changes.js';
import { createLiveTree } from './live-tree.js';
import { watchVault } from './watcher.js';

const at = (path: string) => path as VaultPath;
/** Generous: a test proves correctness, never speed. */
const SOON = { timeout: 120_000, interval: 20 };

async function watched(files: Record<string, string> = {}, deps: Partial<JobDeps> = {}) {
  const temp = tempVault(files);
  mkdirSync(join(temp.root, '.rappel'), { recursive: true });
  const engine = await temp.context.engine();
  const history = createGitHistory(temp.vault);
  const events = createEventBus();
  const tree = createLiveTree(temp.root);
  const problems = createProblems(() => {});
  const indexed: string[] = [];
  const index = createIndexChanges(temp.vault, engine);
  const job = createBackgroundJob({
    vault: temp.vault,
    tree,
    index: {
      async refresh(paths) {
        indexed.push(...paths);
        await index.refresh(paths);
      },
    },
    history,
    events,
    problems,
    isThere: () => true,
    debounceMs: 20,
    quietMs: 60,
    ...deps,
  });
  const told: string[] = [];
  events.subscribe(({ type, data }) => {
    if (type === 'file') told.push((data as { path: string }).path);
  });
  await job.catchUp(async () => void (await engine.refresh()));
  await job.idle();
  const watcher = await watchVault(temp.root, job.changed, () => {});
  onTestFinished(async () => {
    await watcher.close();
    await job.stop();
  });
  told.length = 0;
  indexed.length = 0;
  return {
    ...temp,
    job,
    tree,
    history,
    problems,
    told,
    indexed,
    /** Waits until a path was told of, then until all is done. */
    async seen(path: string) {
      await expect.poll(() => told, SOON).toContain(`vault/${path}`);
      await job.idle();
    },
    entries: async () =>
      (await history.list({ limit: 50 })).map(({ source, reason }) => `${source}: ${reason}`),
  };
}

describe('the background job', () => {
  it('stamps, indexes, tells and records a change of another program, once', async () => {
    const run = await watched({ 'bucket/a.md': 'un\n' });
    run.put('bucket/b.md', 'deux\n');
    await run.seen('bucket/b.md');
    expect(isStamped(run.get('bucket/b.md'))).toBe(true);
    expect(run.told).toEqual(['vault/bucket/b.md']);
    expect(run.indexed).toEqual(['bucket/b.md']);
    expect((await run.entries())[0]).toBe('outside: Edited vault/bucket/b.md');
    expect(run.get('tree.md')).toContain('b.md');
    expect(await run.tree.measured()).toEqual(scanTree(run.root, run.root, ROOT));
  });

  it('records at once what it finds at the start: nothing that is done later belongs to it', async () => {
    const { history } = await watched({ 'a.md': 'un\n' }, { quietMs: 1e9 });
    expect((await history.entries()).map(({ source }) => source)).toEqual(['init']);
  });

  it('makes one entry of edits that belong together', async () => {
    const run = await watched({ 'bucket/a.md': 'a\n' }, { quietMs: 3_000 });
    for (let n = 0; n < 30; n++) run.put(`bucket/n-${n}.md`, `note ${n}\n`);
    await expect.poll(() => run.told.filter((path) => path.endsWith('.md')).length, SOON).toBe(30);
    await run.job.idle();
    expect(await run.entries()).toEqual(['outside: Edited 30 files', 'init: Created the vault']);
  });

  it('follows folders that come, move and go, with everything in them', async () => {
    const run = await watched({ 'projects/old/a.md': 'a\n', 'projects/old/sub/b.md': 'b\n' });
    renameSync(join(run.root, 'projects/old'), join(run.root, 'projects/new.name'));
    await run.seen('projects/new.name/sub/b.md');
    await expect.poll(() => run.told, SOON).toContain('vault/projects/old/sub/b.md');
    await run.job.idle();
    expect(await run.tree.measured()).toEqual(scanTree(run.root, run.root, ROOT));
    run.put('projects/new.name/sub/c.md', 'c\n');
    await run.seen('projects/new.name/sub/c.md');
    rmSync(join(run.root, 'projects/new.name'), { recursive: true });
    await run.seen('projects/new.name/sub/c.md');
    await expect
      .poll(async () => {
        const { children } = await run.tree.measured();
        return children?.find(({ name }) => name === 'projects')?.children;
      }, SOON)
      .toEqual([]);
    await run.job.idle();
    expect(await run.history.unrecorded()).toEqual([]);
  });

  it('finds what changed while nobody watched, and what the watcher missed', async () => {
    const run = await watched({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    expect(await run.history.unrecorded()).toEqual([]);
    run.put('a.md', 'un, changé\n');
    rmSync(join(run.root, 'b.md'));
    await run.job.reconcile();
    await run.seen('b.md');
    expect(await run.history.unrecorded()).toEqual([]);
  });

  it('waits while the vault is out of reach: nothing is gone', async () => {
    let isThere = true;
    const run = await watched({ 'a.md': 'un\n' }, { isThere: () => isThere });
    isThere = false;
    renameSync(join(run.root, 'a.md'), join(run.root, '.away'));
    run.job.changed(at('a.md'));
    await run.job.reconcile();
    renameSync(join(run.root, '.away'), join(run.root, 'a.md'));
    isThere = true;
    run.put('b.md', 'deux\n');
    await run.seen('b.md');
    expect(run.told).toEqual(['vault/b.md']);
    expect(await run.entries()).not.toContain('outside: Deleted vault/a.md');
  });

  it('goes on where one step fails, and drops nothing', async () => {
    let fails = true;
    const refreshed: string[] = [];
    const run = await watched(
      {},
      {
        index: {
          async refresh(paths) {
            if (fails && paths.length > 0) throw new Error('no room for the index');
            refreshed.push(...paths);
          },
        },
      },
    );
    run.put('a.md', 'un\n');
    await expect.poll(() => run.problems.list(), SOON).toMatchObject([{ message: 'no room for the index' }]);
    fails = false;
    await run.seen('a.md');
    expect(refreshed).toContain('a.md');
    expect(run.problems.list()).toEqual([]);
  });

  it('leaves changes that others will record to them', async () => {
    const claimed = new Set<string>(['claimed.md']);
    const run = await watched(
      {},
      { isClaimed: (path) => claimed.has(path), hasWriters: () => hasWriters(root) },
    );
    const { root } = run;
    await withWriter(root, async (announce) => {
      announce();
      run.put('claimed.md', 'par une mise à jour\n');
      run.put('other.md', 'par une commande\n');
      await expect.poll(() => run.told, SOON).toContain('vault/other.md');
      await run.history.record({ source: 'tool', reason: 'by a command', paths: [at('other.md')] });
    });
    await run.history.record({ source: 'update', reason: 'by an update', paths: [at('claimed.md')] });
    claimed.clear();
    await run.job.idle();
    expect((await run.entries()).filter((entry) => entry.startsWith('outside: Edited vault/'))).toEqual([]);
  });

  it('brings tree.md back where somebody deletes it, and does not fight over its text', async () => {
    const run = await watched({ 'a.md': 'un\n' });
    rmSync(join(run.root, 'tree.md'));
    await expect.poll(() => readdirSync(run.root), SOON).toContain('tree.md');
    await run.job.idle();
    writeFileSync(join(run.root, 'tree.md'), 'mine\n');
    run.put('b.md', 'deux\n');
    await run.seen('b.md');
    expect(readFileSync(join(run.root, 'tree.md'), 'utf8')).toContain('b.md');
  });

  it('ignores hidden files and links that lead outside', async () => {
    const run = await watched();
    run.put('.obsidian/x.md', 'x\n');
    symlinkSync('/etc/hostname', join(run.root, 'link.md'));
    run.put('z.md', 'z\n');
    await run.seen('z.md');
    expect(run.told).toEqual(['vault/z.md']);
  });
});
