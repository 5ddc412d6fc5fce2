import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { download, sizeOf } from './download.js';

const FILE = randomBytes(300_000);
let server: Server;
let base: string;
let folder: string;
/** How many bytes the server sends before it breaks off; null for all. */
let breakAfter: number | null = null;
let asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/missing') return void response.writeHead(404).end();
    asked.push(request.headers.range);
    const knowsRanges = request.url !== '/no-ranges';
    const start = knowsRanges ? Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0) : 0;
    if (start >= FILE.length)
      return void response.writeHead(416, { 'content-range': `bytes */${FILE.length}` }).end();
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': FILE.length - start });
    if (request.method === 'HEAD') return void response.end();
    if (breakAfter === null) return void response.end(FILE.subarray(start));
    response.write(FILE.subarray(start, start + breakAfter));
    // Breaks off once something of it has been kept.
    const kept = () => readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0);
    const breakOff = () => (kept() ? response.destroy() : setTimeout(breakOff, 5));
    breakOff();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rappel-download-'));
  breakAfter = null;
  asked = [];
  return () => rmSync(folder, { recursive: true, force: true });
});

const sha256 = createHash('sha256').update(FILE).digest('hex');

describe('Fetching a model', () => {
  it('fetches the whole file and tells how far it is', async () => {
    const to = join(folder, 'models', 'a.gguf');
    const progress: [number, number | null][] = [];
    await download({ url: `${base}/a.gguf`, to, sha256, onProgress: (...at) => progress.push(at) });
    expect(readFileSync(to).equals(FILE)).toBe(true);
    expect(progress.at(-1)).toEqual([FILE.length, FILE.length]);
    expect(readdirSync(join(folder, 'models'))).toEqual(['a.gguf']);
    expect(await sizeOf(`${base}/a.gguf`)).toBe(FILE.length);
  });

  it.each(['/a.gguf', '/no-ranges'])('takes an interrupted one up again (%s)', async (path) => {
    const to = join(folder, 'a.gguf');
    breakAfter = 100_000;
    await expect(download({ url: base + path, to, sha256 })).rejects.toMatchObject({
      code: 'io',
      message: `${base}${path}: the connection broke off`,
    });
    expect(readdirSync(folder)).not.toContain('a.gguf');
    breakAfter = null;
    await download({ url: base + path, to, sha256 });
    expect(readFileSync(to).equals(FILE)).toBe(true);
    expect(asked[1]).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it('removes what is not the file that was meant', async () => {
    const to = join(folder, 'a.gguf');
    await expect(download({ url: `${base}/a`, to, sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one sentence that there is nothing, or nobody', async () => {
    const to = join(folder, 'a.gguf');
    await expect(download({ url: `${base}/missing`, to })).rejects.toThrow(`${base}/missing answered 404`);
    await expect(download({ url: 'http://127.0.0.1:1/x', to })).rejects.toThrow("can't be reached");
    expect(readdirSync(folder)).toEqual([]);
  });
});
