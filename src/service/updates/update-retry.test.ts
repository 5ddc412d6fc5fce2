import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { UpdateRun } from '../../agents/update.js';
import { type ModelFailure, RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { createEventBus } from '../events/events.js';
import { createGitHistory } from '../history/open-history.js';
import { createQueueEntry } from './enter-queue.js';
import { createQueue } from './queue.js';
import type { UpdateStatus } from './update-status.js';
import { createUpdateWorker } from './update-worker.js';

/** A vault whose model fails as told. */
async function withModel(files: Record<string, string> = {}) {
  const temp = tempVault(files);
  const queue = createQueue(temp.vault);
  const history = createGitHistory(temp.vault);
  const events = createEventBus<{ update: UpdateStatus }>();
  const engine = await temp.context.engine();
  const model = {
    failure: null as ModelFailure | null,
    settings: 'first',
    calls: [] as string[],
    during: (_: string) => {},
  };
  const write = ({ input, context: { vault } }: UpdateRun, by: string) =>
    vault.save(vault.locate('log.md' as VaultPath), (text) => `${text ?? ''}${by}: ${input.text}\n`);
  const agents = {
    get settings() {
      return model.settings;
    },
    async file(run: UpdateRun) {
      if (run.input.model === 'none') {
        write(run, 'rules');
        return { state: 'done' as const, summary: 'Filed.', inbox: null };
      }
      model.calls.push(run.input.text);
      write(run, 'model');
      model.during(run.input.text);
      const failure = model.failure;
      if (failure !== null)
        throw new RappelError('model', 'other', {
          message: 'no connection',
          hint: 'Check it.',
          data: { model: { failure } },
        });
      const usage = { model: 'm', inputTokens: 1, cachedTokens: 0, outputTokens: 1, steps: 1, cost: null };
      return { state: 'done' as const, summary: 'Filed.', inbox: null, usage };
    },
  };
  const make = () =>
    createUpdateWorker({
      vault: temp.vault,
      engine,
      queue: createQueue(temp.vault),
      agents,
      events: createEventBus(),
      afterChanges: (paths, why) => history.record({ ...why, paths }),
      history: async () => history,
      walled: () => Promise.reject(new Error('no walls here')),
    });
  let worker = make();
  return {
    ...temp,
    queue,
    history,
    model,
    entry: createQueueEntry({ vault: temp.vault, queue, events }, () => {}),
    add: (text: string, id: string, model: 'none' | null = null) =>
      queue.admit({ text, images: [], inbox_ref: null, model }, id),
    wake: () => worker.wake(),
    nextTryMs: () => worker.nextTryMs(),
    restart() {
      worker = make();
    },
    log: () =>
      existsSync(join(temp.root, 'log.md')) ? temp.get('log.md').split('\n---\n').at(-1)!.trim() : '',
  };
}

describe('an update whose model can not be used', () => {
  it('waits with nothing written, and is filed once when the model is back', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    await run.wake();
    const { state, retry, history } = run.queue.find('un');
    expect({ state, history }).toEqual({ state: 'accepted', history: null });
    expect(retry).toMatchObject({
      tries: 1,
      reason: 'no connection',
      hint: 'Check it.',
      failure: 'unreachable',
    });
    expect(run.log()).toBe('');
    expect(run.nextTryMs()).toBeGreaterThanOrEqual(24_000);
    await run.wake();
    expect(run.model.calls).toEqual(['un']);
    run.model.failure = null;
    run.setTime('2025-07-14T18:31:00');
    await run.wake();
    expect(run.queue.find('un')).toMatchObject({ state: 'done', summary: 'Filed.' });
    expect(run.queue.find('un').retry).toBeUndefined();
    expect(run.log()).toBe('model: un');
    expect(await run.history.list({ limit: 5 })).toHaveLength(1);
  });

  it('keeps its place before those behind it, which do not ask the model again', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    for (const text of ['un', 'deux', 'trois']) await run.add(text, text);
    await run.wake();
    expect(run.model.calls).toEqual(['un']);
    expect(run.queue.waiting().map(({ retry }) => retry!.tries)).toEqual([1, 0, 0]);
    run.setTime('2025-07-14T18:30:20');
    await run.add('quatre', 'quatre');
    await run.wake();
    expect(run.log()).toBe('');
    run.model.failure = null;
    run.setTime('2025-07-14T18:32:00');
    await run.wake();
    expect(run.log()).toBe('model: un\nmodel: deux\nmodel: trois\nmodel: quatre');
    expect(run.queue.waiting()).toEqual([]);
  });

  it('keeps its place over a kill', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    for (const text of ['un', 'deux']) await run.add(text, text);
    await run.wake();
    run.restart();
    await run.add('trois', 'trois');
    await run.wake();
    run.model.failure = null;
    run.restart();
    run.setTime('2025-07-14T18:35:00');
    await run.wake();
    expect(run.log()).toBe('model: un\nmodel: deux\nmodel: trois');
  });

  it('is tried when a new one comes, before that one', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    for (const time of ['18:30', '18:32', '18:35', '18:41', '18:55']) {
      run.setTime(`2025-07-14T${time}:00`);
      await run.wake();
    }
    expect(run.queue.find('un').retry!.tries).toBe(5);
    run.setTime('2025-07-14T18:57:00');
    run.model.failure = null;
    await run.add('deux', 'deux');
    await run.wake();
    expect(run.log()).toBe('model: un\nmodel: deux');
  });

  it('never waits where it wants no model, nor is it filed without one that does', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    await run.wake();
    await run.add('deux', 'deux', 'none');
    await run.wake();
    expect(run.log()).toBe('rules: deux');
    expect(run.queue.find('un')).toMatchObject({ state: 'accepted', retry: { reason: 'no connection' } });
  });

  it('keeps its schedule over a restart, and is due after a change of the settings or of the clock', async () => {
    const run = await withModel();
    run.model.failure = 'settings';
    await run.add('un', 'un');
    await run.wake();
    run.restart();
    await run.wake();
    expect(run.model.calls).toHaveLength(1);
    run.model.settings = 'second';
    await run.wake();
    expect(run.model.calls).toHaveLength(2);
    run.setTime('2025-07-14T10:00:00');
    await run.wake();
    expect(run.model.calls).toHaveLength(3);
    expect(run.queue.find('un').retry!.next).toBeLessThan(new Date('2025-07-14T11:10:00').getTime());
  });

  it('waits for weeks, and is filed when the model is back', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    for (const day of ['14', '15', '21', '28']) {
      run.setTime(`2025-07-${day}T18:30:00`);
      await run.wake();
    }
    expect(run.queue.find('un')).toMatchObject({ state: 'accepted', inbox: null });
    expect(run.log()).toBe('');
    run.model.failure = null;
    run.setTime('2025-07-29T18:30:00');
    await run.wake();
    expect(run.log()).toBe('model: un');
  });

  it.each(['rejected', 'cut_off', 'refused', 'limit'] as const)(
    'fails with the reason where it was %s, keeps its input, and holds up none',
    async (failure) => {
      const run = await withModel();
      run.model.during = (text) => {
        run.model.failure = text === 'un' ? failure : null;
      };
      await run.add('un', 'un');
      await run.add('deux', 'deux');
      await run.wake();
      expect(run.queue.find('un')).toMatchObject({ state: 'failed', reason: 'no connection' });
      expect(run.queue.input('un').text).toBe('un');
      expect(run.log()).toBe('model: deux');
    },
  );

  it('tries others with the model after one that it was too slow for', async () => {
    const run = await withModel();
    run.model.during = (text) => {
      run.model.failure = text === 'long' ? 'slow' : null;
    };
    await run.add('long', 'long');
    await run.add('deux', 'deux');
    await run.wake();
    expect(run.model.calls).toEqual(['long', 'deux']);
    expect(run.log()).toBe('model: deux');
    expect(run.queue.find('long').retry).toMatchObject({ tries: 1, failure: 'slow' });
  });
});

describe('a retry and a dismissal', () => {
  it('try an update now', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    await run.wake();
    run.model.failure = null;
    await run.entry.retry('un');
    await run.wake();
    expect(run.log()).toBe('model: un');
    await run.entry.retry('un');
    await run.wake();
    expect(run.log()).toBe('model: un');
  });

  it('leave an update unfiled, until it is wanted after all', async () => {
    const run = await withModel();
    run.model.failure = 'unreachable';
    await run.add('un', 'un');
    await run.wake();
    await run.entry.dismiss('un');
    await run.entry.dismiss('un');
    run.model.failure = null;
    await run.wake();
    expect(run.queue.find('un')).toMatchObject({ state: 'done', dismissed: true, files: [] });
    expect(run.log()).toBe('');
    expect(run.queue.input('un').text).toBe('un');
    await run.entry.retry('un');
    await run.wake();
    expect(run.log()).toBe('model: un');
    expect(run.queue.find('un').dismissed).toBeUndefined();
    await expect(run.entry.dismiss('un')).rejects.toMatchObject({ code: 'exists' });
  });

  it('refuse an update that is being filed', async () => {
    const run = await withModel();
    const refused: Promise<unknown>[] = [];
    run.model.during = () => refused.push(run.entry.dismiss('un').catch((error) => error));
    await run.add('un', 'un');
    await run.wake();
    expect(await refused[0]).toMatchObject({ code: 'busy' });
    expect(run.log()).toBe('model: un');
  });
});
