import { beforeEach, expect, it, vi } from 'vitest';
import { createNoteSaver } from './note-saver.js';

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', new URL('http://localhost/'));
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('localStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

it('sends a choice that was made while a save was under way, once that one has ended', async () => {
  const bodies: { text: string; choices?: object }[] = [];
  let answer = (_response: Response): void => undefined;
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  const saver = createNoteSaver('a.md', 'before\n', editor('mine\n'));
  const first = saver.save();
  const second = saver.save({ one: 'keep' });
  expect(bodies).toHaveLength(1);
  answer(Response.json({ code: 'conflict', error: 'both changed it', obstacles: [] }, { status: 409 }));
  await first;
  await vi.waitFor(() => expect(bodies).toHaveLength(2), { timeout: 120_000 });
  expect(bodies[1]).toMatchObject({ text: 'mine\n', choices: { one: 'keep' } });
  answer(Response.json({ text: 'mine\n' }));
  await second;
  expect(saver.state.get()).toEqual({ kind: 'saved' });
});

it('saves what is typed while a deleted file is created again after that, not at the same time', async () => {
  const bodies: { base: string | null; text: string }[] = [];
  let answer = (_response: Response): void => undefined;
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  let text = 'mine\n';
  const saver = createNoteSaver('a.md', 'before\n', { ...editor(text), read: () => text });
  const created = saver.recreate();
  text = 'mine and more\n';
  saver.changed();
  const saved = saver.save();
  await Promise.resolve();
  expect(bodies).toMatchObject([{ base: null, text: 'mine\n' }]);
  answer(Response.json({ text: 'mine\n' }));
  await created;
  await vi.waitFor(() => expect(bodies).toHaveLength(2), { timeout: 120_000 });
  expect(bodies[1]).toMatchObject({ base: 'mine\n', text: 'mine and more\n' });
  answer(Response.json({ text }));
  await saved;
  await vi.waitFor(() => expect(saver.state.get()).toEqual({ kind: 'saved' }), { timeout: 120_000 });
});

function editor(text: string) {
  return { read: () => text, mark: () => {}, replace: () => {}, moved: () => {} };
}

function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
