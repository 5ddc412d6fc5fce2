import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { readLessons, teach } from '../../agents/clerk/routing/lessons.js';
import type { VaultPath } from '../../vault/paths.js';
import { flushState } from '../../vault/state-database.js';
import { createGitHistory } from '../history/open-history.js';
import { secondName, sweepLeftovers } from '../job/sweep-leftovers.js';
import type { AskedQuestion } from '../questions/question.js';
import { createStoredQuestions } from '../questions/stored-questions.js';
import type { Receipt } from '../receipts/receipt.js';
import { createStoredReceipts } from '../receipts/stored-receipts.js';
import { keepInTrash, pruneTrash } from '../state/trash.js';
import { listInbox, readInboxItem } from '../updates/inbox.js';
import { createQueue } from '../updates/queue.js';
import { purgePath } from './purge.js';
import { keepInBounds } from './upkeep.js';

const at = (path: string) => path as VaultPath;

function put(root: string, path: string, text = 'x', seconds?: number): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (seconds !== undefined) utimesSync(file, seconds, seconds);
  return file;
}

describe('the trash', () => {
  it('keeps what was put there for thirty days', () => {
    const { vault, root } = tempVault();
    keepInTrash(vault, at('a/b.md'), Buffer.from('gone'));
    put(root, '.rappel/trash/old/c.md');
    utimesSync(join(root, '.rappel/trash/old'), 1_000, 1_000);
    expect(pruneTrash(root, 30, new Date())).toBe(1);
    expect(existsSync(join(root, '.rappel/trash/old'))).toBe(false);
    expect(pruneTrash(root, 30, new Date())).toBe(0);
  });
});

describe('what killed processes left', () => {
  it('is cleared away, and what a living one needs stays', () => {
    const root = tempFolder();
    const gone = put(root, '.rappel-4194303-0123456789ab.tmp');
    const lock = put(root, '.rappel-0123456789ab.lock', '4194303 host x');
    const ours = put(root, `.rappel-${process.pid}-0123456789ab.tmp`);
    const other = put(root, '.rappel-notes.md');
    sweepLeftovers(root);
    expect([gone, lock, ours, other].map((file) => existsSync(file))).toEqual([false, false, true, true]);
  });

  it('comes back where it holds an edit that nobody saw', () => {
    const { root, get } = tempVault();
    const dead = (path: string) => secondName(path, 'ab').replace(`-${process.pid}-`, '-4194303-');
    put(root, 'a.md', 'stamped', 1_000);
    put(root, dead('a.md'), 'stamped late edit', 2_000);
    put(root, 'b.md', 'stamped', 2_000);
    put(root, dead('b.md'), 'before', 1_000);
    sweepLeftovers(root);
    expect([get('a.md'), get('b.md')]).toEqual(['stamped late edit', 'stamped']);
    expect(existsSync(join(root, dead('a.md')))).toBe(false);
  });
});

describe('the inbox', () => {
  it('lists its items with their question, and reads one', () => {
    const { vault } = tempVault({
      'inbox/one/review.md': '---\ncreated: 2025-07-14T18:30:00\n---\n\n# Where does it belong?\n\nText.\n',
      'inbox/one/input.md': 'text\n',
      'inbox/three/review.md': '# Which?\n\n> what was said\n',
      'inbox/three/input.md': 'what was said, and more\n',
      'inbox/two/photo.png': 'x',
      'inbox/loose.md': 'no item\n',
    });
    expect(
      listInbox(vault).map(({ item, question, excerpt, created, files }) => [
        item,
        question,
        excerpt,
        created,
        files.length,
      ]),
    ).toEqual([
      ['one', 'Where does it belong?', 'text', '2025-07-14T18:30:00', 2],
      ['three', 'Which?', 'what was said', null, 2],
      ['two', 'two', '', null, 1],
    ]);
    expect(readInboxItem(vault, 'one').review).toContain('Text.');
    for (const item of ['none', 'loose.md', 'one/review.md'])
      expect(() => readInboxItem(vault, item)).toThrow(/no such/);
    expect(() => readInboxItem(vault, '../x')).toThrow(/outside/);
  });
});

describe('purge', () => {
  it('leaves no trace in files, history, queue, questions, receipts, trash and index', async () => {
    const { vault, root, context } = tempVault({
      'bucket/secret.md': 'hunter2\n',
      'bucket/other.md': 'autre\n',
    });
    const history = createGitHistory(vault);
    await history.record({ source: 'outside', paths: [at('')] });
    const queue = createQueue(vault);
    await queue.admit({ text: 'hunter2', images: [], inbox_ref: null }, 'told');
    queue.set('told', { state: 'done', files: ['vault/bucket/secret.md'] });
    await queue.admit({ text: 'autre', images: [], inbox_ref: null }, 'kept');
    const thought = { kind: 'thinking', call: null, tool: null, ok: null, startedAt: 1, endedAt: 2 } as const;
    queue.keepRun('kept', [{ ...thought, text: 'bucket/secret.md says hunter2' }]);
    const asked = { question: 'x', run: [], started: 1, answer: { text: 'vault/bucket/secret.md: hunter2' } };
    createStoredQuestions(root).keep({ id: 'q', ...asked } as unknown as AskedQuestion);
    const receipt = {
      id: 'r',
      time: '2025-07-14T18:30:00Z',
      stages: [],
      passages: [{ ref: 'vault/bucket/secret.md:1-1@3f9a2c' }],
    };
    createStoredReceipts(root).write(receipt as unknown as Receipt);
    flushState(root);
    expect(createStoredQuestions(root).list(9)).toHaveLength(1);
    expect(createStoredReceipts(root).list(9)).toHaveLength(1);
    keepInTrash(vault, at('bucket/secret.md'), Buffer.from('hunter1'));
    for (const id of ['told', 'kept', 'long-gone'])
      teach(vault, { id, text: id === 'kept' ? 'autre' : 'hunter2', project: null, from: null });
    const engine = await context.engine();
    await engine.refresh();
    expect(await purgePath(vault, engine, vault.resolve('bucket/secret.md'))).toEqual({
      found: true,
      updates: 1,
      otherNames: [],
      left: [],
    });
    expect(await purgePath(vault, engine, vault.resolve('bucket/secrte.md'))).toMatchObject({ found: false });
    expect(existsSync(join(root, 'bucket/secret.md'))).toBe(false);
    expect(queue.list().map(({ id }) => id)).toEqual(['kept']);
    expect(queue.run('kept')).toEqual([]);
    expect(readLessons(vault).map(({ id }) => id)).toEqual(['kept']);
    expect(createStoredQuestions(root).list(9)).toEqual([]);
    expect(createStoredReceipts(root).list(9)).toEqual([]);
    const left = readFileSync(join(root, '.rappel/state.db'), 'latin1');
    expect(['hunter2', 'secret.md'].filter((words) => left.includes(words))).toEqual([]);
    expect([...(await history.current()).keys()].filter((path) => path.startsWith('bucket/'))).toHaveLength(
      1,
    );
    expect((await engine.search({ queries: ['hunter2'] })).results).toEqual([]);
  });
});

describe('the history', () => {
  const noise = () => Array.from({ length: 500 }, () => Math.random().toString(36)).join('\n');

  /** Old entries and two of these days. */
  async function longHistory(old: number) {
    const temp = tempVault();
    const history = createGitHistory(temp.vault);
    const days = Array.from({ length: old }, (_, day) => `2025-01-0${day + 1}`);
    days.push('2025-07-13', '2025-07-14');
    for (const day of days) {
      temp.setTime(`${day}T12:00:00`);
      temp.put('a.txt', noise());
      await history.record({ source: 'tool', reason: day, paths: [at('')] });
    }
    const deps = { vault: temp.vault, history, queue: createQueue(temp.vault) };
    const reasons = async () => (await history.list({ limit: 20 })).map(({ reason }) => reason);
    return { ...temp, history, deps, days: days.reverse(), reasons };
  }

  it('keeps the entries of the last 90 days, however small its limit, and says so', async () => {
    const { deps, days, reasons } = await longHistory(3);
    expect(await keepInBounds({ ...deps, historyLimit: 1 })).toContain('3 entries up to 2025-01-03 dropped');
    const kept = [...days.slice(0, 2), 'Dropped 3 entries up to 2025-01-03 12:00'];
    expect(await reasons()).toEqual(kept);
    expect(await keepInBounds({ ...deps, historyLimit: 1 })).toContain('all from the last 90 days');
    expect(await reasons()).toEqual(kept);
  });

  it('drops the oldest first, and no more than its limit asks for', async () => {
    const { history, deps, days, reasons } = await longHistory(7);
    await keepInBounds({ ...deps, historyLimit: 10_000_000 });
    const { bytes } = await history.trim({ mostBytes: 1, dryRun: true });
    expect(await keepInBounds({ ...deps, historyLimit: bytes / 0.9 })).toContain('at the limit the oldest');
    expect(await reasons()).toEqual(days);
    // Eight earlier versions are more than the limit, six are less than what is left room for.
    await keepInBounds({ ...deps, historyLimit: bytes * 0.95 });
    expect(await reasons()).toEqual([...days.slice(0, 6), 'Dropped 3 entries up to 2025-01-03 12:00']);
    expect(await keepInBounds({ ...deps, historyLimit: bytes * 0.95 })).toBeNull();
  });
});
