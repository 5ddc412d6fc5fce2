import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../scripts/bundle.js';
import { createAgents } from '../../src/agents/create-agents.js';
import { createQueue } from '../../src/service/updates/queue.js';
import { addUpdate } from '../../src/service/updates/update-rows.js';
import { systemClock } from '../../src/shared/clock.js';
import { ownIdentity } from '../../src/shared/process-identity.js';
import { changeState } from '../../src/vault/state-database.js';
import { serveVault, stdioClient, textsOf } from '../support/mcp.js';
import { BIN, rappel } from '../support/rappel.js';
import { removeFolder } from '../support/remove-folder.js';
import { count } from '../support/runs.js';
import { scriptedModel } from '../support/scripted-model.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'lock-worker.js');
const BUNDLE = join(dirname(dirname(BIN)), `.dist-locks-${process.pid}`);

interface Message {
  ready?: true;
  inside?: true;
  others?: string[];
  error?: string;
}

describe.runIf(process.platform === 'linux')('locks between processes', () => {
  beforeAll(() => bundle(['service/locks/lock'], BUNDLE));
  afterAll(() => removeFolder(BUNDLE));

  it('let in one at a time, after a holder was killed and while others are', async () => {
    const root = tempFolder();
    const workers = await Promise.all(Array.from({ length: 5 }, () => startWorker(root)));
    const rounds = count(20, 400);
    const overlaps: string[][] = [];
    for (let round = 0; round < rounds; round++) {
      // The holder that dies inside.
      const victim = workers.shift()!;
      victim.send({ at: 0, stayMs: 60_000 });
      await messageOf(victim, ({ inside }) => inside === true);
      await kill(victim);
      // One more dies on the way, at another point in each round.
      const unlucky = workers[0]!;
      const at = Date.now() + 20;
      const results = workers.map((worker) => {
        worker.send({ at, stayMs: 3 });
        return resultOf(worker);
      });
      setTimeout(() => unlucky.kill('SIGKILL'), at - Date.now() + (round % 8));
      for (const result of await Promise.all(results)) if (result.length > 0) overlaps.push(result);
      if (unlucky.exitCode === null && unlucky.signalCode === null) await once(unlucky, 'exit');
      workers.shift();
      workers.push(...(await Promise.all([startWorker(root), startWorker(root)])));
    }
    expect(overlaps).toEqual([]);
  }, 600_000);
});

describe('a machine whose name changes', () => {
  it('keeps its service, and its updates are filed after a holder that died under the old name', async () => {
    const vault = tempFolder();
    put(vault, 'projects/atlas/description.md', '# Atlas\n');
    const preload = join(tempFolder(), 'new-name-each-time.cjs');
    writeFileSync(preload, NEW_NAME_EACH_TIME);
    const env = { NODE_OPTIONS: `--require ${preload}` };
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const holder = { ...ownIdentity(), pid: dead, host: 'old-name', since: 0, renewed: 0 };
    put(vault, '.rappel/updates.lock/holder', JSON.stringify(holder));
    const filed = await rappel(['update', '--json', 'Marie prefers tea.'], { vault, env });
    expect(JSON.parse(filed.out)).toMatchObject({ ok: true, state: 'needs_answer' });

    const service = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--no-open'], {
      env: { PATH: process.env.PATH, HOME: vault, RAPPEL_VAULT: vault, ...env },
    });
    onTestFinished(() => void service.kill('SIGKILL'));
    // Its lease is read again, and renewed, every five seconds.
    const renewals = new Set<number>();
    const seen = () => renewals.add(renewedAt(vault)).delete(0) || renewals.size;
    await expect.poll(seen, { timeout: 120_000, interval: 100 }).toBeGreaterThan(2);
    expect(service.exitCode).toBeNull();
  });

  it('says what waits for a lock for long, and for which process', async () => {
    const vault = tempFolder();
    const holder = { pid: 7, machine: 'elsewhere', birth: null, host: 'nas', since: 0, renewed: 0 };
    put(vault, '.rappel/updates.lock/holder', JSON.stringify(holder));
    const told = /the lock "updates" is held by process 7 on nas since 1970-01-01/;
    expect((await rappel(['status'], { vault })).out).toMatch(told);
    expect((await rappel(['doctor', '--port', '0'], { vault })).out).toMatch(told);
  });
});

/** What a laptop does that moves between networks. */
const NEW_NAME_EACH_TIME = `let count = 0;
require('node:os').hostname = () => 'name-' + ++count;
require('node:module').syncBuiltinESMExports();`;

function renewedAt(vault: string): number {
  try {
    return JSON.parse(readFileSync(join(vault, '.rappel', 'service.json'), 'utf8')).renewed;
  } catch {
    return 0;
  }
}

describe('a writer that records its own changes', () => {
  it('leaves no mark when its write fails: outside edits are recorded while its client goes on', async () => {
    const { root, put } = tempVault({
      'a.md': 'un',
      '.rappel/trash': 'no folder, so nothing can be deleted',
    });
    const client = await stdioClient('v2 2026-07-28', root, ['--profile', 'full']);
    const failed = await client.callTool({ name: 'delete', arguments: { path: 'vault/a.md' } });
    expect(textsOf(failed)[0]).toMatch(/^\[error\] vault\/a\.md: /);
    const { service } = await serveVault(root);
    await service.caughtUp;
    put('b.md', 'by an editor');
    const edits = async () =>
      (await (await service.history()).list({ limit: 9 })).map(({ source }) => source);
    await expect.poll(edits, { timeout: 120_000 }).toContain('outside');
  });
});

describe('an agent that a model drives', () => {
  it('deletes no folder that it has not read, and asks before it deletes more than twenty files', async () => {
    const notes = Array.from({ length: 21 }, (_, n) => `projects/x/note-${n}.md`);
    const { root: vault } = tempVault(Object.fromEntries(notes.map((path) => [path, path])));
    const folder = 'vault/projects/x/';
    const model = await scriptedModel('openai', [
      { calls: [{ name: 'delete', input: { path: 'vault/projects' } }] },
      { calls: [{ name: 'read', input: { paths: folder } }] },
      { calls: [{ name: 'delete', input: { path: folder } }] },
      { text: 'Done.' },
    ]);
    const env = { RAPPEL_MODEL: 'openai-compatible:scripted', RAPPEL_BASE_URL: model.url };
    const filed = await rappel(['update', '--json', 'Forget project x'], { vault, env });
    const { inbox } = JSON.parse(filed.out);
    expect(notes.filter((path) => existsSync(join(vault, path)))).toEqual(notes);
    expect(inbox).toMatch(/-delete-21-files$/);
    const answered = await rappel(['update', '--json', '--inbox', inbox, 'yes'], { vault, env });
    expect(JSON.parse(answered.out)).toMatchObject({ state: 'done', summary: 'Deleted 21 files.' });
    expect(existsSync(join(vault, 'projects/x'))).toBe(false);
  });
});

describe('the events of a run', () => {
  it('stay small for every client that watches, whatever the tools read and write', async () => {
    const { root } = tempVault({ 'bucket/large.md': 'word '.repeat(200_000) });
    const model = await scriptedModel('openai', [
      { calls: [{ name: 'read', input: { paths: 'vault/bucket/large.md' } }] },
      { calls: [{ name: 'write', input: { path: 'vault/bucket/b.md', content: 'x'.repeat(50_000) } }] },
      { text: 'Done.' },
    ]);
    const agents = createAgents({ model: model.settings, key: 'k', language: 'en' });
    const { service } = await serveVault(root, agents);
    const sizes: number[] = [];
    service.events.subscribe((event) => sizes.push(JSON.stringify(event).length));
    const { id } = await service.update({ text: 'Copy it', images: [], inbox_ref: null });
    await expect.poll(() => service.queue.find(id).state, { timeout: 120_000 }).toBe('done');
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThan(3_000);
    expect(service.stepsOf(id).map(({ tool, text, ok }) => [tool, text, ok])).toEqual([
      ['read', 'vault/bucket/large.md', true],
      ['write', 'vault/bucket/b.md', true],
      [null, 'Done.', null],
    ]);
  });
});

describe('the id of an update', () => {
  it('files one text once, also after a thousand later updates, and refuses another text', async () => {
    const vault = tempFolder();
    put(vault, 'projects/atlas/description.md', '# Atlas\n');
    const update = async (id: string, text: string) =>
      JSON.parse((await rappel(['update', '--json', '--id', id, text], { vault })).out);
    const inboxItems = () => readdirSync(join(vault, 'inbox')).length;
    expect(await update('monday', 'Marie prefers tea.')).toMatchObject({ ok: true, state: 'needs_answer' });
    expect(await update('monday', 'Paul prefers tea.')).toMatchObject({
      ok: false,
      error: { code: 'exists', message: expect.stringContaining('"monday"') },
    });
    removeFolder(join(vault, 'inbox'));
    for (let n = 2; n <= 1_001; n++) putFiled(vault, n);
    // The next one makes the first of them leave the queue.
    longAgo(vault);
    await update('tuesday', 'Paul prefers coffee.');
    expect(queueOf(vault).has('monday')).toBe(false);
    expect(await update('monday', 'Marie prefers tea.')).toMatchObject({ ok: true, state: 'done' });
    expect(await update('monday', 'Paul prefers tea.')).toMatchObject({ ok: false });
    expect(inboxItems()).toBe(1);
  });
});

describe('the state of a vault', () => {
  it('stays in bounds by commands alone, once a day', async () => {
    const vault = tempFolder();
    const old = new Date(Date.now() - 40 * 24 * 60 * 60_000);
    const writeWithOldTrash = async (name: string) => {
      put(vault, '.rappel/trash/batch/old.md', 'old');
      utimesSync(join(vault, '.rappel/trash/batch'), old, old);
      expect(await rappel(['write', `vault/${name}`, 'x'], { vault })).toMatchObject({ code: 0 });
      return readdirSync(join(vault, '.rappel/trash')).length;
    };
    for (let n = 1; n <= 1_003; n++) putFiled(vault, n);
    expect(await writeWithOldTrash('a.md')).toBe(0);
    expect(queueOf(vault).list()).toHaveLength(1_000);
    expect(await writeWithOldTrash('b.md')).toBe(1);
    longAgo(vault);
    expect(await writeWithOldTrash('c.md')).toBe(0);
  });
});

/** As if the state had last been kept in its bounds long ago. */
function longAgo(vault: string): void {
  changeState(vault, (database) => database.exec('UPDATE upkeep SET time = 0'));
}

const queueOf = (root: string) => createQueue({ root, clock: systemClock });

const FILED = {
  state: 'done' as const,
  accepted: '2025-07-14T18:30:00',
  steps: [],
  summary: 'filed',
  files: [],
  inbox: null,
  reason: null,
  history: null,
};

function putFiled(vault: string, n: number): void {
  changeState(vault, (database) => {
    addUpdate(database, { text: `note ${n}`, images: [], inbox_ref: null }, { ...FILED, id: `u${n}` });
  });
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function startWorker(root: string): Promise<ChildProcess> {
  const worker = fork(WORKER, [BUNDLE, root]);
  onTestFinished(() => void worker.kill('SIGKILL'));
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`a worker ended with ${code}`);
  });
  await Promise.race([messageOf(worker, ({ ready }) => ready === true), ended]);
  ended.catch(() => {});
  return worker;
}

async function messageOf(worker: ChildProcess, isWanted: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const [message] = (await once(worker, 'message')) as [Message];
    if (message.error !== undefined) throw new Error(message.error);
    if (isWanted(message)) return message;
  }
}

/** Whom it met inside; empty for one that was killed. */
function resultOf(worker: ChildProcess): Promise<string[]> {
  const ended = once(worker, 'exit').then(() => ({ others: [] }) as Message);
  const told = messageOf(worker, ({ others }) => others !== undefined);
  return Promise.race([told, ended]).then(({ others }) => others ?? []);
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}
