import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { RappelError } from '../../shared/errors.js';
import type { History, HistoryEntry } from '../history/history.js';
import { createFiledIds } from './filed-ids.js';
import { keptUpdate } from './kept-update.js';
import { createQueue } from './queue.js';
import { takeOver } from './take-over.js';
import type { UpdateKeeper } from './update-keeper.js';
import { FRESH } from './update-status.js';

const text = (words: string) => ({ text: words, images: [], inbox_ref: null });

function queued() {
  const temp = tempVault();
  const folder = join(temp.root, '.rappel', 'queue');
  return { ...temp, folder, queue: createQueue(temp.vault), again: () => createQueue(temp.vault) };
}

describe('the queue', () => {
  it('gives back the input as it was, images and all, also to another process', async () => {
    const { queue, again } = queued();
    const images = [{ name: 'é.png', media_type: 'image/png', bytes: png(3, 4) }];
    const { id } = await queue.admit({ text: 'à retenir\n', images, inbox_ref: 'item' });
    expect(again().input(id)).toEqual({ text: 'à retenir\n', images, inbox_ref: 'item' });
    expect(again().find(id)).toMatchObject({
      id,
      state: 'accepted',
      accepted: '2025-07-14T18:30:00',
      files: [],
    });
  });

  it('stores an id once, also when the same comes twice at once', async () => {
    const { queue, again } = queued();
    const both = await Promise.all([queue.admit(text('un'), 'same'), again().admit(text('un'), 'same')]);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(queue.list()).toHaveLength(1);
  });

  it('gives an update to the keeper first, and stores none that is filed elsewhere or refused', async () => {
    const { vault } = tempVault();
    const kept: string[] = [];
    let answer: 'kept' | 'filed' | 'other' | null = 'kept';
    const keeper: UpdateKeeper = {
      async keep({ id }) {
        if (answer === null) throw new RappelError('busy', 'no PostgreSQL');
        kept.push(id);
        return answer;
      },
      drop: async () => {},
      settle: async () => {},
      list: async () => [],
    };
    const queue = createQueue({ root: vault.root, clock: vault.clock, keeper });
    expect(await queue.admit(text('un'), 'a')).toEqual({ id: 'a', isNew: true });
    expect(await queue.admit(text('un'), 'a')).toEqual({ id: 'a', isNew: false });
    answer = 'filed';
    expect(await queue.admit(text('deux'), 'b')).toEqual({ id: 'b', isNew: false });
    expect(queue.find('b')).toMatchObject({ state: 'done' });
    answer = 'other';
    await expect(queue.admit(text('trois'), 'c')).rejects.toMatchObject({ code: 'exists' });
    answer = null;
    await expect(queue.admit(text('quatre'), 'd')).rejects.toMatchObject({ code: 'busy' });
    expect([kept, queue.list().map(({ id }) => id)]).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('takes over updates that another node accepted, and drops those that another node filed', async () => {
    const { vault } = tempVault();
    const images = [{ name: 'é.png', media_type: 'image/png', bytes: png(3, 4) }];
    const input = { text: 'à retenir\n', images, inbox_ref: 'item' };
    const status = { ...FRESH, id: 'a', accepted: '2025-07-14T18:30:00', author: 'ben@example.org' };
    const settled: (readonly string[])[] = [];
    const keeper: UpdateKeeper = {
      keep: async () => 'kept',
      drop: async () => {},
      settle: async (...both) => void settled.push(...both),
      list: async () => [keptUpdate(input, status), { ...keptUpdate(text('b'), { ...status, id: 'b' }) }],
    };
    const queue = createQueue({ root: vault.root, clock: vault.clock, keeper });
    await queue.admit(text('b'), 'b');
    const entries = async () => [{ source: 'update', input: 'b' }] as HistoryEntry[];
    await takeOver(keeper, { queue, history: { entries } as History }, true);
    expect(queue.waiting()).toMatchObject([{ id: 'a', state: 'accepted', author: 'ben@example.org' }]);
    expect(queue.input('a')).toEqual(input);
    expect(settled).toEqual([['b'], []]);
    expect(await queue.admit(text('b'), 'b')).toEqual({ id: 'b', isNew: false });
  });

  it.each(['../x', '', 'a b', '.hidden', 'x'.repeat(65)])('refuses the id %j', async (id) => {
    await expect(queued().queue.admit(text('x'), id)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('keeps the order of admission, for any ids', async () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,10}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id, { maxLength: 6 }), async (ids) => {
        const { queue } = queued();
        for (const name of ids) await queue.admit(text(name), name);
        expect(queue.list().map((update) => update.id)).toEqual(ids);
        for (const name of ids) expect(queue.input(name).text).toBe(name);
      }),
      { numRuns: 15 },
    );
  });

  it('knows nothing of an admission that was cut off, and clears it away', async () => {
    const { queue, folder } = queued();
    await queue.admit(text('un'), 'first');
    mkdirSync(join(folder, '.000000002-second'));
    writeFileSync(join(folder, '.000000002-second', 'input.json'), '{"text":"half');
    expect(queue.list().map(({ id }) => id)).toEqual(['first']);
    await queue.admit(text('deux'), 'second');
    expect(queue.input('second').text).toBe('deux');
    expect(readdirSync(folder)).toEqual(['000000001-first', '000000002-second']);
  });

  it('asks a person about an update whose status was damaged, and begins one again that was in the middle', async () => {
    const { queue, folder } = queued();
    await queue.admit(text('un'), 'torn');
    await queue.admit(text('deux'), 'running');
    writeFileSync(join(folder, '000000001-torn', 'status.json'), '{"id":"to');
    rmSync(join(folder, '000000002-running', 'status.json'));
    mkdirSync(join(folder, '000000002-running', 'journal'));
    expect(queue.list().map(({ id, state }) => [id, state])).toEqual([
      ['torn', 'failed'],
      ['running', 'running'],
    ]);
    expect(queue.find('torn').reason).toMatch(/damaged.*kept/);
    expect(queue.input('torn').text).toBe('un');
    expect(queue.set('torn', { state: 'accepted', reason: null }).state).toBe('accepted');
  });

  it('says so where the input itself is damaged', async () => {
    const { queue, folder } = queued();
    await queue.admit(text('un'), 'a');
    writeFileSync(join(folder, '000000001-a', 'input.json'), '');
    expect(() => queue.input('a')).toThrow(/can't be read/);
  });

  it('shows a change by another process at once', async () => {
    const { queue, again } = queued();
    await queue.admit(text('un'), 'a');
    expect(queue.find('a').state).toBe('accepted');
    again().set('a', { state: 'done', summary: 'fait' });
    expect(queue.find('a')).toMatchObject({ state: 'done', summary: 'fait' });
    again().forget('a');
    expect(queue.list()).toEqual([]);
    expect(queue.find('a')).toMatchObject({
      state: 'done',
      summary: expect.stringContaining('Filed earlier'),
    });
    expect(() => queue.find('b')).toThrow(/no update/);
  });

  it('knows what waits, in order, whatever another process files, adds or puts back', async () => {
    const { queue, again } = queued();
    const waiting = () => queue.waiting().map(({ id, state }) => `${id} ${state}`);
    for (const id of ['a', 'b', 'c', 'd']) await queue.admit(text(id), id);
    queue.set('a', { state: 'done' });
    queue.set('b', { state: 'failed' });
    expect(waiting()).toEqual(['c accepted', 'd accepted']);
    const other = again();
    other.set('c', { state: 'needs_answer' });
    other.set('d', { state: 'running' });
    await other.admit(text('e'), 'e');
    expect(waiting()).toEqual(['d running', 'e accepted']);
    other.set('b', { state: 'accepted' });
    other.forget('d');
    expect(waiting()).toEqual(['b accepted', 'e accepted']);
    expect(['a', 'd', 'e'].map(queue.has)).toEqual([true, false, true]);
  });

  it('shows steps at once, and loses none of them when something else is set', async () => {
    const { queue, again } = queued();
    await queue.admit(text('un'), 'a');
    queue.set('a', { state: 'running' });
    for (const step of ['read x', 'write y']) queue.setSteps('a', [...queue.find('a').steps, step]);
    expect(queue.find('a')).toMatchObject({ state: 'running', steps: ['read x', 'write y'] });
    expect(again().find('a').state).toBe('running');
    queue.set('a', { state: 'done' });
    expect(again().find('a')).toMatchObject({ state: 'done', steps: ['read x', 'write y'] });
  });

  it('forgets the oldest of those that are filed, and nothing that waits, failed or is not recorded yet', async () => {
    const { queue, folder } = queued();
    const states = ['failed', 'done', 'accepted', 'needs_answer', 'done', 'done'] as const;
    for (const [n, state] of states.entries()) {
      await queue.admit(text('x'), `u${n}`);
      queue.set(`u${n}`, { state });
    }
    mkdirSync(queue.journal('u3'));
    expect(queue.prune(1)).toBe(2);
    expect(queue.list().map(({ id }) => id)).toEqual(['u0', 'u2', 'u3', 'u5']);
    expect(existsSync(join(folder, '000000002-u1'))).toBe(false);
  });

  it('files an id once, also after it was forgotten, and refuses another input under it', async () => {
    const { queue, again } = queued();
    const image = { name: 'a.png', media_type: 'image/png', bytes: Buffer.from('x') };
    const inputs = [
      text('un'),
      text('deux'),
      { ...text('un'), images: [image] },
      { ...text('un'), inbox_ref: 'i' },
    ];
    const admitAll = () =>
      Promise.all(
        inputs.map((input) =>
          again()
            .admit(input, 'a')
            .catch(({ code, message }) => `${code}: ${message}`),
        ),
      );
    const refused = 'exists: the id "a" belongs to an earlier update with different content';
    await queue.admit(text('un'), 'a');
    expect(await admitAll()).toEqual([{ id: 'a', isNew: false }, refused, refused, refused]);
    queue.set('a', { state: 'done' });
    for (let n = 0; n < 3; n++) {
      await queue.admit(text('x'), `later${n}`);
      queue.set(`later${n}`, { state: 'done' });
    }
    expect(queue.prune(2)).toBe(2);
    expect(await admitAll()).toEqual([{ id: 'a', isNew: false }, refused, refused, refused]);
    expect(queue.list().map(({ id }) => id)).toEqual(['later1', 'later2']);
    // What was purged leaves nothing by which it could be recognised.
    queue.forget('later1');
    await expect(again().admit(text('x'), 'later1')).rejects.toMatchObject({ code: 'exists' });
  });

  it('remembers the newest ids that left it, and ignores lines that were cut off', () => {
    const { root } = tempVault();
    const ids = createFiledIds(root);
    for (let n = 0; n < 5; n++) ids.add(`u${n}`, { digest: `d${n}`, accepted: '2025-07-14T18:30:00' });
    appendFileSync(join(root, '.rappel', 'filed-ids'), 'u7');
    ids.add('u8', { digest: null, accepted: '2025-07-14T18:30:00' });
    ids.prune(3);
    expect(['u2', 'u3', 'u4', 'u8'].map((id) => ids.find(id)?.digest)).toEqual([
      undefined,
      undefined,
      'd4',
      null,
    ]);
  });
});
