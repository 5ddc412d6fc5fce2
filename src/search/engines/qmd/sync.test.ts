import { expect, it } from 'vitest';
import { blobHash } from '../../../vault/blob-id.js';
import type { QmdClient } from './client.js';
import { createQmdSync } from './sync.js';

it('goes on for those who wait when another one gives up', async () => {
  const texts = new Map(Array.from({ length: 300 }, (_, at) => [`${at}.md`, `note ${at}`]));
  const told: number[] = [];
  let answer: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // QMD itself, which takes its time for the first batch.
  const request = async (name: string, given: { put: unknown[] }) => {
    if (name === 'known') return { files: [] };
    if (told.length === 0) await asked;
    told.push(given.put.length);
    return {};
  };
  const sync = createQmdSync({
    client: { request, running: () => 1 } as unknown as QmdClient,
    files: { read: (path: string) => ({ text: texts.get(path)! }) } as never,
    known: () => new Map([...texts].map(([path, text]) => [path, { path, hash: blobHash(text) }])) as never,
  });
  const ended = new AbortController();
  const [first, second] = [sync.all(undefined, ended.signal), sync.all()];
  ended.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  answer();
  expect(await second).toEqual({ indexed: 300, removed: 0 });
  expect(told).toEqual([200, 100]);
});
