import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createModelProcess, type ModelProcess } from './model-process.js';

const folder = mkdtempSync(join(tmpdir(), 'rappel-process-'));
const open: ModelProcess[] = [];

afterEach(() => {
  for (const process of open.splice(0)) process.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** A child of which only the behaviour on a message is given. */
function child(onMessage: string, options: { grace?: number; idle?: number } = {}): ModelProcess {
  const module = join(mkdtempSync(join(folder, 'child-')), 'child.mjs');
  writeFileSync(module, `process.on('message', ({ id, work, cancel }) => { ${onMessage} });`);
  const process = createModelProcess({ module, ...options });
  open.push(process);
  return process;
}

const LONG = { timeout: 30_000 };

describe('The process of the local models', () => {
  it('answers each request with its own answer, whatever the order', async () => {
    const process = child(`
      globalThis.held ??= [];
      held.push({ id, ok: true, value: new Float32Array([work.number]) });
      if (held.length === 3) for (const answer of held.reverse()) globalThis.process.send(answer);
    `);
    const answers = await Promise.all([1, 2, 3].map((number) => process.request({ number }, LONG)));
    expect(answers).toEqual([1, 2, 3].map((number) => new Float32Array([number])));
  });

  it('says what the child says went wrong', async () => {
    const process = child(`globalThis.process.send({ id, ok: false, value: 'x.gguf is no model' });`);
    await expect(process.request({}, LONG)).rejects.toMatchObject({
      code: 'model',
      message: 'x.gguf is no model',
    });
  });

  it('survives a child that dies, and starts another one', async () => {
    const process = child(`
      if (work.die) { console.error('out of memory'); globalThis.process.exit(7); }
      globalThis.process.send({ id, ok: true, value: 'alive' });
    `);
    const both = [process.request({ die: true }, LONG), process.request({}, LONG)];
    const [first] = await Promise.allSettled(both);
    expect(first).toMatchObject({
      reason: {
        code: 'model',
        message: 'the process of the local models ended with code 7: out of memory',
      },
    });
    expect(await process.request({}, LONG)).toBe('alive');
  });

  it('gives up a child that is silent, and ends it', async () => {
    const process = child(
      `if (work?.pid) globalThis.process.send({ id, ok: true, value: globalThis.process.pid }); else if (work) for (;;);`,
      { grace: 50 },
    );
    const before = await process.request({ pid: true }, LONG);
    await expect(process.request({}, { timeout: 100 })).rejects.toMatchObject({
      message: 'it did not answer in time',
    });
    // The hanging one is killed; whoever asks gets a new one, perhaps after a request that died with the old.
    const after = await process
      .request({ pid: true }, LONG)
      .catch(() => process.request({ pid: true }, LONG));
    expect(after).not.toBe(before);
  });

  it('tells the child what nobody waits for any more', async () => {
    const process = child(`
      if (cancel) { globalThis.gone = cancel; globalThis.process.send({ id: cancel, ok: false, value: 'stopped' }); }
      else if (work.which) globalThis.process.send({ id, ok: true, value: globalThis.gone ?? null });
    `);
    const control = new AbortController();
    const asked = process.request({}, { ...LONG, signal: control.signal });
    control.abort(new Error('never mind'));
    await expect(asked).rejects.toThrow('never mind');
    expect(await process.request({ which: true }, LONG)).toBe(1);
  });

  it('takes nonsense for nothing', async () => {
    const process = child(`
      for (const nonsense of [null, 7, 'x', {}, { id: 'a' }, { id: 999, ok: true }]) globalThis.process.send(nonsense);
      globalThis.process.send({ id, ok: true, value: 'sense' });
    `);
    expect(await process.request({}, LONG)).toBe('sense');
  });

  it('gives its memory back when there is nothing to do', async () => {
    const process = child(`globalThis.process.send({ id, ok: true, value: globalThis.process.pid });`, {
      idle: 1,
    });
    const first = await process.request({}, LONG);
    await expect
      .poll(() => process.request({}, LONG).catch(() => first), { timeout: 30_000 })
      .not.toBe(first);
  });

  it('says so where the child can not be started', async () => {
    const process = createModelProcess({ module: join(folder, 'missing.mjs') });
    await expect(process.request({}, LONG)).rejects.toMatchObject({ code: 'model' });
  });
});
