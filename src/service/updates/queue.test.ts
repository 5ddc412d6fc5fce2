import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { RappelError } from '../../shared/errors.js';
import { beginChangeset } from '../changes/changeset.js';
import type { History, HistoryEntry } from '../history/history.js';
import { keptUpdate } from './kept-update.js';
import { createQueue } from './queue.js';
import type { Step } from './steps.js';
import { takeOver } from './take-over.js';
import type { UpdateKeeper } from './update-keeper.js';
import { FRESH } from './update-status.js';

const text = (words: string) => ({ text: words, images: [], inbox_ref: null });

/** An update that was in the middle of its changes, or whose entry is missing. */
function leaveChangeset(root: string, input: string): void {
  const changeset = beginChangeset(root, { source: 'update', reason: '', input });
  changeset.ready();
  changeset.leave();
}

function queued() {
  const temp = tempVault();
  return { ...temp, queue: createQueue(temp.vault), again: () => createQueue(temp.vault) };
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
        if (answer === null) throw new RappelError('busy', 'postgres.slow');
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
    const { queue, root } = queued();
    const states = ['failed', 'done', 'accepted', 'needs_answer', 'done', 'done'] as const;
    for (const [n, state] of states.entries()) {
      await queue.admit(text('x'), `u${n}`);
      queue.set(`u${n}`, { state });
    }
    leaveChangeset(root, 'u3');
    expect(queue.prune(1)).toBe(2);
    expect(queue.list().map(({ id }) => id)).toEqual(['u0', 'u2', 'u3', 'u5']);
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

  it('holds nothing of an update that was forgotten, of its text, its images and its run', async () => {
    const { queue, root } = queued();
    const bytes = Buffer.from('image-of-hunter2'.repeat(2_000));
    const images = [{ name: 'a.png', media_type: 'image/png', bytes }];
    await queue.admit({ text: 'text-of-hunter2', images, inbox_ref: null }, 'told');
    await queue.admit(text('other'), 'other');
    queue.keepRun('told', [{ text: 'run-of-hunter2' } as Step]);
    const holds = (words: string) => queue.holds('told', (given) => given.includes(words));
    expect(['text-of', 'image-of', 'run-of'].map(holds)).toEqual([true, true, true]);
    const file = () => readFileSync(join(root, '.rappel', 'state.db'));
    expect(file().includes('hunter2')).toBe(true);
    queue.forget('told');
    expect(file().includes('hunter2')).toBe(false);
    expect(queue.list().map(({ id }) => id)).toEqual(['other']);
  });

  it('remembers of a purged input nothing but its id, also where it had been filed before', async () => {
    const { queue } = queued();
    await queue.admit(text('x'), 'a');
    queue.filedElsewhere('b', 'digest', '2025-07-14T18:30:00');
    queue.forget('a');
    expect(queue.find('a')).toMatchObject({ state: 'done', accepted: '2025-07-14T18:30:00' });
    expect([queue.digest('a'), queue.has('b')]).toEqual([null, false]);
    await expect(queue.admit(text('x'), 'b')).rejects.toMatchObject({ code: 'exists' });
  });
});
