import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { UpdateHandler } from '../../agents/update.js';
import type { VaultPath } from '../../vault/paths.js';
import { changeState } from '../../vault/state-database.js';
import type { Vault } from '../../vault/vault.js';
import { beginChangeset, unrecordedUpdates } from '../changes/changeset.js';
import { watchChanges } from '../changes/watch-changes.js';
import { createEventBus } from '../events/events.js';
import type { RecordRequest } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { createQueue } from './queue.js';
import { createUpdateWorker } from './update-worker.js';

const at = (path: string) => path as VaultPath;
const text = (words: string) => ({ text: words, images: [], inbox_ref: null });

/** Appends the text to a file: filed twice, it would stand there twice. */
const appending: UpdateHandler = async ({ input, context: { vault } }) => {
  vault.save(vault.locate(at('log.md')), (current) => `${current ?? ''}${input.text}\n`);
  return { state: 'done', summary: `Filed ${input.text}`, inbox: null };
};

const RUN = { source: 'update', reason: '', input: 'un' } as const;

/** A run that ended without a word after these changes. */
function killedRun({ vault, root }: { vault: Vault; root: string }, changes: Record<string, string>): void {
  const changeset = beginChangeset(root, RUN);
  const watched = watchChanges(vault, changeset);
  for (const [path, content] of Object.entries(changes))
    watched.save(watched.locate(at(path)), () => content);
  changeset.leave();
}

async function working(handler: UpdateHandler = appending, files: Record<string, string> = {}) {
  const temp = tempVault(files);
  const queue = createQueue(temp.vault);
  const history = createGitHistory(temp.vault);
  const events = createEventBus();
  let isBroken = false;
  const engine = await temp.context.engine();
  const make = (by = handler) =>
    createUpdateWorker({
      vault: temp.vault,
      engine,
      queue,
      agents: { file: by, settings: '' },
      events,
      history: async () => history,
      walled: () => Promise.reject(new Error('no walls here')),
      async afterChanges(paths, why: Omit<RecordRequest, 'paths'>) {
        if (isBroken) throw new Error('the history is away');
        return history.record({ ...why, paths });
      },
    });
  return {
    ...temp,
    queue,
    history,
    events,
    make,
    worker: make(),
    breakHistory(now: boolean) {
      isBroken = now;
    },
    body: () => temp.get('log.md').split('\n---\n')[1]!.trim(),
  };
}

describe('the update worker', () => {
  it('names the note that a question is about in the history', async () => {
    const run = await working(async (given) => ({
      ...(await appending(given)),
      state: 'needs_answer',
      summary: 'Saved. Rappel has one question for you.',
    }));
    await run.queue.admit(text('Acheter du lait\net du pain'), 'one');
    await run.worker.wake();
    const [entry] = await run.history.list({ limit: 1 });
    expect(entry!.reason).toBe('Saved. Rappel has one question for you. (Acheter du lait)');
  });

  it('tells on which day an update came, however late it is filed', async () => {
    const days: (string | undefined)[] = [];
    const run = await working(async (given) => {
      days.push(given.arrived);
      return appending(given);
    });
    await run.queue.admit(text('hier'), 'one');
    run.setTime('2025-07-16T09:00:00');
    await run.worker.wake();
    expect(days).toEqual(['2025-07-14']);
  });

  it('files updates in order, once each, with an entry of the history', async () => {
    const run = await working();
    for (const word of ['un', 'deux', 'trois']) await run.queue.admit(text(word), word);
    await Promise.all([run.worker.wake(), run.worker.wake()]);
    await run.worker.wake();
    expect(run.body()).toBe('un\ndeux\ntrois');
    const entries = await run.history.list({ limit: 10 });
    expect(entries.map(({ source, input, reason }) => [source, input, reason])).toEqual([
      ['update', 'trois', 'Filed trois'],
      ['update', 'deux', 'Filed deux'],
      ['update', 'un', 'Filed un'],
    ]);
    expect(run.queue.find('un')).toMatchObject({
      state: 'done',
      files: ['vault/log.md'],
      history: entries[2]!.id,
    });
    expect(unrecordedUpdates(run.root)).toEqual(new Set());
  });

  it('shares the queue with another process: each update is filed by one of them', async () => {
    const run = await working();
    for (const word of ['un', 'deux', 'trois', 'quatre']) await run.queue.admit(text(word), word);
    await Promise.all([run.worker.wake(), run.make().wake()]);
    expect(run.body()).toBe('un\ndeux\ntrois\nquatre');
  });

  it('takes back what a failing handler did, keeps the input, and files it when it is retried', async () => {
    let fails = true;
    const run = await working(async (update) => {
      const outcome = await appending(update);
      update.context.vault.save(update.context.vault.locate(at('half/done.md')), () => 'x\n');
      if (fails) throw new Error('no more words');
      return outcome;
    });
    run.put('log.md', 'avant\n');
    await run.queue.admit(text('un'), 'un');
    await run.worker.wake();
    expect(run.queue.find('un')).toMatchObject({ state: 'failed', reason: 'no more words' });
    expect(run.get('log.md')).toBe('avant\n');
    expect(existsSync(join(run.root, 'half'))).toBe(false);
    expect(run.queue.input('un').text).toBe('un');
    fails = false;
    run.queue.set('un', { state: 'accepted' });
    await run.worker.wake();
    expect(run.body()).toBe('avant\nun');
  });

  it('begins a killed run again from the start', async () => {
    const run = await working();
    await run.queue.admit(text('un'), 'un');
    run.queue.set('un', { state: 'running' });
    killedRun(run, { 'log.md': 'un\n', 'left/behind.md': 'x\n' });
    await run.worker.recover();
    expect(run.queue.find('un').state).toBe('accepted');
    expect(existsSync(join(run.root, 'left'))).toBe(false);
    await run.worker.wake();
    expect(run.body()).toBe('un');
  });

  it('leaves a killed run to a person where somebody changed its files since', async () => {
    const run = await working();
    await run.queue.admit(text('un'), 'un');
    run.queue.set('un', { state: 'running' });
    killedRun(run, { 'log.md': 'un\n' });
    run.put('log.md', 'par quelqu’un d’autre\n');
    await run.worker.wake();
    expect(run.queue.find('un')).toMatchObject({ state: 'failed' });
    expect(run.queue.find('un').reason).toContain('vault/log.md changed meanwhile');
    expect(run.get('log.md')).toBe('par quelqu’un d’autre\n');
  });

  it('records an update that was filed but killed before its entry', async () => {
    const run = await working();
    await run.queue.admit(text('un'), 'un');
    killedRun(run, { 'log.md': 'un\n' });
    run.queue.set('un', { state: 'done', summary: 'Filed un', files: ['vault/log.md'] });
    await run.worker.recover();
    await run.worker.wake();
    expect(run.body()).toBe('un');
    const [entry, ...others] = await run.history.list({ limit: 5 });
    expect(entry).toMatchObject({ source: 'update', input: 'un', reason: 'Filed un' });
    expect(others).toEqual([]);
    expect(run.queue.find('un').history).toBe(entry!.id);
  });

  it('is not recorded again where it was killed just after its entry', async () => {
    const run = await working(appending, { 'log.md': 'before\n' });
    await run.history.record({ source: 'init', paths: [at('log.md')] });
    await run.queue.admit(text('un'), 'un');
    await run.worker.wake();
    const entries = await run.history.entries();
    const changeset = beginChangeset(run.root, RUN);
    changeset.tell({ kind: 'save', path: at('log.md'), before: Buffer.from('before\n'), after: '' });
    changeset.ready();
    changeset.leave();
    run.queue.set('un', { history: null });
    await run.make().recover();
    expect(await run.history.entries()).toEqual(entries);
    expect(run.queue.find('un').history).toBe(entries.at(-1)!.id);
    expect(unrecordedUpdates(run.root)).toEqual(new Set());
  });

  it('does not record the content from before its run as an edit if entries came since', async () => {
    const run = await working(appending, { 'log.md': 'before\n' });
    await run.history.record({ source: 'init', paths: [at('log.md')] });
    run.breakHistory(true);
    await run.queue.admit(text('un'), 'un');
    await expect(run.worker.wake()).rejects.toThrow('the history is away');
    run.put('log.md', `${run.get('log.md')}of another machine\n`);
    await run.history.record({ source: 'sync', reason: 'merged', paths: [at('log.md')] });
    run.breakHistory(false);
    await run.worker.wake();
    expect((await run.history.entries()).map(({ source }) => source)).toEqual(['init', 'sync']);
    expect(run.body()).toBe('before\nun\nof another machine');
  });

  it('records each of several updates by itself where the history was away', async () => {
    const run = await working();
    await run.queue.admit(text('zéro'), 'zero');
    await run.worker.wake();
    run.breakHistory(true);
    for (const word of ['un', 'deux', 'trois']) {
      await run.queue.admit(text(word), word);
      await expect(run.worker.wake()).rejects.toThrow('the history is away');
    }
    run.breakHistory(false);
    await run.worker.wake();
    const entries = (await run.history.entries()).slice(-3);
    expect(entries.map(({ input }) => input)).toEqual(['un', 'deux', 'trois']);
    for (const { id, input } of entries) {
      const lines = (await run.history.diff(id))
        .split('\n')
        .filter((line) => /^[+-](?!updated|tokens|[+-])/.test(line));
      expect(lines).toEqual([`+${input}`]);
    }
  });

  it.each([
    ['edits', 'un\nby hand\n'],
    ['restores', 'before\n'],
    ['deletes', null],
  ])('records what it wrote where somebody %s the file before its entry', async (_, edited) => {
    const run = await working(appending, { 'log.md': 'before\n' });
    await run.history.record({ source: 'init', paths: [at('log.md')] });
    let wasClaimed = false;
    run.events.subscribe(({ type, data }) => {
      if (type !== 'update' || (data as { state: string }).state !== 'done' || wasClaimed) return;
      wasClaimed = run.worker.isTouching(at('log.md'));
      if (edited === null) rmSync(join(run.root, 'log.md'));
      else run.put('log.md', edited);
    });
    await run.queue.admit(text('un'), 'un');
    await run.worker.wake();
    expect([wasClaimed, run.worker.isTouching(at('log.md'))]).toEqual([true, false]);
    const [entry] = await run.history.list({ limit: 1 });
    expect(entry).toMatchObject({ source: 'update', files: [{ path: 'log.md', change: 'changed' }] });
    const diff = await run.history.diff(entry!.id);
    expect(diff).toMatch(/^\+un$/m);
    expect(diff).not.toMatch(/^(?:\+by hand|-before)$/m);
    const later = await run.history.record({ source: 'outside', paths: [at('log.md')] });
    expect(later!.files).toEqual([{ path: 'log.md', change: edited === null ? 'deleted' : 'changed' }]);
  });

  it('stays filed where it can’t be recorded, and is recorded later', async () => {
    const run = await working();
    run.breakHistory(true);
    await run.queue.admit(text('un'), 'un');
    await expect(run.worker.wake()).rejects.toThrow('the history is away');
    expect(run.queue.find('un')).toMatchObject({ state: 'done', history: null });
    run.breakHistory(false);
    await run.worker.wake();
    expect(run.queue.find('un').history).not.toBeNull();
    expect(run.body()).toBe('un');
  });

  it('stops in the middle of an update, which waits again as if nothing had been', async () => {
    let begun = () => {};
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = await working(async (update) => {
      await appending(update);
      begun();
      await new Promise((_, reject) =>
        update.signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
      throw new Error('never reached');
    });
    await run.queue.admit(text('un'), 'un');
    const woken = run.worker.wake();
    await began;
    expect(run.worker.isTouching(at('log.md'))).toBe(true);
    await run.worker.stop();
    await woken;
    expect(run.queue.find('un').state).toBe('accepted');
    expect(existsSync(join(run.root, 'log.md'))).toBe(false);
    await run.make(appending).wake();
    expect(run.body()).toBe('un');
  });

  it('fails an update whose stored input is damaged, and goes on with the next', async () => {
    const run = await working();
    await run.queue.admit(text('un'), 'un');
    await run.queue.admit(text('deux'), 'deux');
    changeState(run.root, (database) => database.exec(`UPDATE updates SET input = '{' WHERE id = 'un'`));
    await run.worker.wake();
    expect(run.queue.list().map(({ state }) => state)).toEqual(['failed', 'done']);
    expect(run.body()).toBe('deux');
  });

  it('publishes every state on the way', async () => {
    const run = await working();
    const states: string[] = [];
    run.events.subscribe(({ data }) => states.push((data as { state: string }).state));
    await run.queue.admit(text('un'), 'un');
    await run.worker.wake();
    expect(states).toEqual(['running', 'done', 'done']);
  });
});
