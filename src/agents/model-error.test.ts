import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { scriptedModel, type Turn } from '../../test/support/scripted-model.js';
import { tempVault } from '../../test/support/temp-vault.js';
import type { ModelFailure, RappelError } from '../shared/errors.js';
import { createAgents } from './create-agents.js';
import { modelError, retryAfterMs } from './model-error.js';
import type { ModelSettings, RunLimits } from './model-settings.js';

/** The error of an update that this model files. */
async function errorOf(model: ModelSettings, limits: Partial<RunLimits> = {}): Promise<RappelError> {
  const agents = createAgents({ model, key: 'k', language: 'en', limits: { retries: 0, ...limits } });
  return agents
    .file({
      id: 'x',
      input: { text: 'Some note', images: [], inbox_ref: null },
      context: tempVault().context,
      takeBack: async () => null,
      onEvent: () => {},
      signal: new AbortController().signal,
    })
    .then(
      () => expect.fail('it was expected to fail'),
      (error) => error,
    );
}

describe.each(['openai', 'anthropic'] as const)('a failure of a model over the %s wire', (wire) => {
  it.each<[ModelFailure, Turn, Partial<RunLimits>]>([
    ['settings', { status: 401 }, {}],
    ['settings', { status: 402 }, {}],
    ['settings', { status: 403 }, {}],
    ['settings', { status: 404 }, {}],
    ['limited', { status: 429 }, {}],
    ['unreachable', { status: 500 }, {}],
    ['unreachable', { status: 503 }, {}],
    ['unreachable', { status: 529 }, {}],
    ['unreachable', { text: 'The beginning of a long answer', cut: true }, {}],
    ['unreachable', { hang: true }, { milliseconds: 200 }],
    ['rejected', { status: 400 }, {}],
    ['rejected', { status: 413 }, {}],
  ])('is %s after %j', async (failure, turn, limits) => {
    const { settings } = await scriptedModel(wire, [turn]);
    const error = await errorOf(settings, limits);
    expect(error).toMatchObject({ code: 'model', data: { model: { failure } } });
    expect(error.hint).not.toBeNull();
  });
});

describe('a model that is not there', () => {
  it('is unreachable where nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const { settings } = await scriptedModel('openai', []);
    const error = await errorOf({ ...settings, baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(error.data?.model?.failure).toBe('unreachable');
  });

  it('needs other settings where its key is missing', async () => {
    const { settings } = await scriptedModel('anthropic', []);
    const agents = createAgents({ model: settings, key: null, language: 'en' });
    const input = { text: 'Some note', images: [], inbox_ref: null };
    const { context } = tempVault();
    const signal = new AbortController().signal;
    await expect(
      agents.file({ id: 'x', input, context, takeBack: async () => null, onEvent: () => {}, signal }),
    ).rejects.toMatchObject({
      data: { model: { failure: 'settings' } },
    });
  });
});

describe('a time limit', () => {
  it('means a slow model where that one answered before, else one that can not be reached', () => {
    const settings = { provider: 'openai', model: 'm' } as const;
    const failure = (answered: boolean) =>
      modelError(new Error('late'), settings, { timedOut: true, cancelled: false, answered }).data?.model;
    expect(failure(true)).toEqual({ failure: 'slow' });
    expect(failure(false)).toEqual({ failure: 'unreachable' });
  });
});

describe('the time that a provider asks for', () => {
  it('is a number of seconds or a date', () => {
    const now = Date.parse('2025-07-14T12:00:00Z');
    expect(retryAfterMs({ 'retry-after': '120' }, now)).toBe(120_000);
    expect(retryAfterMs({ 'retry-after': 'Mon, 14 Jul 2025 12:05:00 GMT' }, now)).toBe(300_000);
    expect(retryAfterMs({ 'retry-after-ms': '1500' }, now)).toBe(1_500);
    for (const wrong of ['soon', '-5', 'Mon, 14 Jul 2025 11:00:00 GMT', '', 'Infinity'])
      expect(retryAfterMs({ 'retry-after': wrong }, now)).toBeNull();
    expect(retryAfterMs({}, now)).toBeNull();
  });
});
