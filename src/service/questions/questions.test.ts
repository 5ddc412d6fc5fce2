import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { type Answer, type Answerer, NO_USAGE } from '../../agents/answer.js';
import { RappelError } from '../../shared/errors.js';
import { flushState } from '../../vault/state-database.js';
import { createEventBus } from '../events/events.js';
import type { RecordingAnswerer } from '../receipts/record-answers.js';
import { createQuestions } from './questions.js';
import { createStoredQuestions } from './stored-questions.js';

const ANSWER: Answer = {
  text: 'One passage.\n\n---\n\n```vault/bucket/a.md\n7  | le mot rare\n```',
  overview: 'One passage.',
  verdict: 'answers',
  confidence: 0.8,
  files: [
    {
      path: 'vault/bucket/a.md',
      lines: null,
      ref: 'vault/bucket/a.md:7-7@3f9a2c',
      parts: [{ firstLine: 7, text: 'le mot rare' }],
    },
  ],
  stages: [],
  usage: NO_USAGE,
};

async function asked(answer: Answerer, files: Record<string, string> = { 'bucket/a.md': 'le mot rare\n' }) {
  const temp = tempVault(files);
  const events = createEventBus();
  const engine = await temp.context.engine();
  const given: RecordingAnswerer = async (question, { id = '', ...options } = {}) => ({
    ...(await answer(question, options)),
    id,
  });
  const open = () =>
    createQuestions({
      root: temp.root,
      find: engine.search,
      events,
      answer: given,
      isThere: () => true,
    });
  const questions = open();
  const ended = (id: string) =>
    expect.poll(() => questions.find(id).state, { timeout: 120_000 }).not.toBe('running');
  return { ...temp, events, questions, open, ended };
}

/** Answers after a step, unless it is stopped. */
const waits: Answerer = (_question, { onEvent, signal } = {}) => {
  onEvent?.({ type: 'tool-call', id: '1', tool: 'search', input: { queries: ['x'] } });
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });
};

describe('Questions', () => {
  it('are answered where nothing can be stored, and can be read as long as the service runs', async () => {
    const { questions, ended, root } = await asked(async () => ANSWER);
    // A folder in place of the database: nothing can be written there.
    mkdirSync(join(root, '.rappel/state.db'), { recursive: true });
    const id = questions.ask({ question: 'le mot rare ?' }, 'mine');
    await ended(id);
    expect(questions.find(id)).toMatchObject({ state: 'done', answer: ANSWER });
    expect(questions.ask({ question: 'le mot rare ?' }, 'mine')).toBe('mine');
    expect(questions.list(10).map(({ id, state }) => [id, state])).toEqual([['mine', 'done']]);
    for (let count = 0; count < 60; count++) await questions.answer({ question: 'le mot rare ?' });
    await expect.poll(() => questions.list(100).length, { timeout: 30_000 }).toBe(50);
  });

  it('are kept with their answer, their steps and the lines that matched, for every later run', async () => {
    const { questions, open, ended, root } = await asked(async (_question, { onEvent } = {}) => {
      onEvent?.({ type: 'tool-call', id: '1', tool: 'read', input: { paths: ['vault/bucket/a.md'] } });
      onEvent?.({ type: 'tool-result', id: '1', tool: 'read', ok: true, text: 'x' });
      return ANSWER;
    });
    const id = questions.ask({ question: 'le mot rare ?' }, 'mine');
    expect(id).toBe('mine');
    expect(questions.ask({ question: 'le mot rare ?' }, 'mine')).toBe('mine');
    await ended(id);
    await expect.poll(() => questions.find(id).matches).toHaveProperty(['vault/bucket/a.md']);
    await questions.close();
    flushState(root);
    const later = open();
    expect(later.list(10)).toHaveLength(1);
    expect(later.list(10)[0]).toMatchObject({ id: 'mine', state: 'done', passages: 1 });
    expect(later.list(10)[0]).not.toHaveProperty('answer');
    expect(later.find('mine')).toMatchObject({
      answer: ANSWER,
      run: [{ tool: 'read', text: 'vault/bucket/a.md', ok: true, endedAt: expect.any(Number) }],
      matches: { 'vault/bucket/a.md': [expect.any(String)] },
    });
  });

  it('are answered before the answer is stored and its lines are looked up', async () => {
    const { questions, ended } = await asked(async () => ANSWER);
    const { id } = await questions.answer({ question: 'le mot rare ?' });
    expect(questions.find(id)).toMatchObject({ state: 'running' });
    await ended(id);
    await expect.poll(() => questions.find(id).matches).toHaveProperty(['vault/bucket/a.md']);
    await questions.close();
  });

  it('are told to whoever watches, from beginning to end', async () => {
    const { questions, events, ended } = await asked(async () => ANSWER);
    const told: unknown[] = [];
    events.subscribe(({ type, data }) => type === 'question' && told.push((data as { state: string }).state));
    await ended(questions.ask({ question: 'x' }));
    expect(told.slice(0, 2)).toEqual(['running', 'done']);
  });

  it('can be stopped, and say why they failed', async () => {
    const stopped = await asked(waits);
    const id = stopped.questions.ask({ question: 'x' });
    expect(stopped.questions.list(5)[0]!.state).toBe('running');
    stopped.questions.stop(id);
    await stopped.ended(id);
    expect(stopped.questions.find(id)).toMatchObject({ state: 'stopped', run: [{ tool: 'search' }] });

    const failing = await asked(async () => {
      throw new RappelError('invalid_input', 'other', { message: 'scopes: no', hint: 'Another one.' });
    });
    const failed = failing.questions.ask({ question: 'x' });
    await failing.ended(failed);
    expect(failing.questions.find(failed)).toMatchObject({
      state: 'failed',
      reason: 'scopes: no',
      hint: 'Another one.',
    });
    await expect(failing.questions.answer({ question: 'x' })).rejects.toThrow('scopes: no');
    expect(() => failing.questions.find('none')).toThrow('no question');
    expect(() => failing.questions.stop('none')).toThrow('no question');
    expect(() => failing.questions.ask({ question: 'x' }, '../x')).toThrow('id');
  });

  it('that a killed service left behind do not run for ever', async () => {
    const { questions, open, root } = await asked(waits);
    const id = questions.ask({ question: 'x' });
    flushState(root);
    expect(open().find(id).state).toBe('stopped');
    expect(open().list(5)[0]!.state).toBe('stopped');
    await questions.close();
    flushState(root);
    expect(open().find(id).state).toBe('stopped');
  });

  it('are bounded by number and by size, the oldest going first', async () => {
    const { questions, ended, root } = await asked(async () => ANSWER);
    for (const id of ['a', 'b', 'c', 'd']) await ended(questions.ask({ question: id }, id));
    await questions.close();
    flushState(root);
    const stored = createStoredQuestions(root);
    stored.prune({ most: 3, mostBytes: Number.POSITIVE_INFINITY });
    expect(stored.list(10)).toHaveLength(3);
    expect(stored.find('a')).toBeNull();
    const { run, answer, matches } = stored.find('d')!;
    const size = Buffer.byteLength(JSON.stringify({ run, answer, matches }));
    stored.prune({ most: 3, mostBytes: Math.round(1.5 * size) });
    expect(stored.list(10).map(({ id }) => id)).toEqual(['d']);
  });

  it('that name a purged path go with it, and no others', async () => {
    const { questions, ended, root } = await asked(async ({ question }) =>
      question === 'other' ? { ...ANSWER, text: 'Nothing.', overview: 'Nothing.', files: [] } : ANSWER,
    );
    for (const id of ['one', 'other']) await ended(questions.ask({ question: id }, id));
    await questions.close();
    expect(createStoredQuestions(root).purge((json) => json.includes('bucket/a.md'))).toBe(1);
    expect(
      createStoredQuestions(root)
        .list(10)
        .map(({ id }) => id),
    ).toEqual(['other']);
  });
});
