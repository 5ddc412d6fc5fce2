import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RappelError } from '../../src/shared/errors.js';
import { linkedVault, path, SECRET } from '../support/hostile-paths.js';
import { httpClient, serveVault, textsOf } from '../support/mcp.js';
import { rappel } from '../support/rappel.js';
import { count } from '../support/runs.js';
import type { TempVault } from '../support/temp-vault.js';

const content = fc.constant('new');
const call = fc.oneof(
  fc.record({
    tool: fc.constant('read'),
    input: fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 3 }) }),
  }),
  fc.record({
    tool: fc.constant('concat'),
    input: fc.record({ files: fc.array(fc.record({ path }), { maxLength: 3 }) }),
  }),
  fc.record({ tool: fc.constant('tree'), input: fc.record({ path }) }),
  fc.record({
    tool: fc.constant('search'),
    input: fc.record({ queries: fc.constant(['secret']), scopes: fc.array(path, { maxLength: 2 }) }),
  }),
  fc.record({ tool: fc.constant('write'), input: fc.record({ path, content }) }),
  fc.record({ tool: fc.constant('append'), input: fc.record({ path, content }) }),
  fc.record({
    tool: fc.constant('edit'),
    input: fc.record({ path, old_content: fc.constant('a'), new_content: fc.constant('b') }),
  }),
  fc.record({ tool: fc.constant('move'), input: fc.record({ from: path, to: path }) }),
  fc.record({ tool: fc.constant('delete'), input: fc.record({ path }) }),
);

/** Calls change the vault, and delete its links: after so many it is made anew. */
const CALLS_PER_VAULT = 100;
/** Nothing in so small a vault takes a second; a machine that is busy with other work may take several. */
const LONGEST_MS = 30_000;

describe('no path, by whatever door, reaches outside the vault', () => {
  it('in the tools', async () => {
    let left = 0;
    let zoo = world();
    await fc.assert(
      fc.asyncProperty(call, async ({ tool, input }) => {
        if (left-- === 0) {
          zoo.check();
          zoo = world();
          left = CALLS_PER_VAULT;
        }
        const said = await inTime(answer(() => zoo.vault.text(tool, input)));
        expect(said, `${tool} ${JSON.stringify(input)}`).not.toContain(SECRET);
      }),
      { numRuns: count(300, 10_000) },
    );
    zoo.check();
  }, 600_000);

  it('over HTTP', async () => {
    const zoo = world();
    const { url } = await serveVault(zoo.vault.root);
    const get = (way: string) => ({ method: 'GET', way });
    const post = (way: string, body: unknown) => ({ method: 'POST', way, body: JSON.stringify(body) });
    const doors = [
      (text: string) => get(`/api/files/${encodeURIComponent(text)}`),
      (text: string) => get(`/api/files/${encodeURIComponent(text).replaceAll('%2F', '/')}`),
      (text: string) => post('/api/history/list', { path: text }),
      (text: string) => post('/api/inbox/read', { item: text }),
      (text: string) => post('/api/inbox/answer', { item: text, text: 'yes' }),
      (text: string) => post('/api/tools/read', { paths: [text] }),
      (text: string) => post('/api/tools/tree', { path: text }),
      (text: string) => post('/api/tools/search', { queries: ['secret'], scopes: [text] }),
    ];
    for (const [index, text] of fc.sample(path, count(160, 4_000)).entries()) {
      const door = doors[index % doors.length]!(wellFormed(text));
      const { status, body } = await inTime(send(url, door));
      expect(body, door.way).not.toContain(SECRET);
      expect(body, door.way).not.toContain('unexpected');
      if (status >= 400)
        expect(JSON.parse(body), door.way).toMatchObject({
          error: { message: expect.stringMatching(/\w+ \w+/) },
        });
    }
    zoo.check();
  }, 600_000);

  it('over MCP', async () => {
    const zoo = world();
    const { url } = await serveVault(zoo.vault.root);
    const client = await httpClient('v2 2026-07-28', url, '?profile=full');
    for (const { tool, input } of fc.sample(call, count(60, 1_000))) {
      if (tool === 'search') continue;
      const said = textsOf(await inTime(client.callTool({ name: tool, arguments: input }))).join('\n');
      expect(said, `${tool} ${JSON.stringify(input)}`).not.toContain(SECRET);
      expect(said).not.toContain('unexpected');
    }
    zoo.check();
  }, 600_000);

  it('on the command line', async () => {
    for (let round = 0; round < count(1, 10); round++) {
      const zoo = world();
      const calls = JSON.stringify(fc.sample(call, 100));
      const { out, err } = await rappel(['call', '-'], { vault: zoo.vault.root, input: calls });
      expect(out + err).not.toContain(SECRET);
      expect(out + err).not.toMatch(/unexpected|^\s+at .*:\d+:\d+/m);
      zoo.check();
    }
  }, 600_000);
});

/** A vault full of traps, and a check that everything around it and hidden in it is as it was, to the nanosecond. */
function world(): { vault: TempVault; check(): void } {
  const { vault, outside } = linkedVault();
  const home = dirname(outside);
  const look = () => ({
    home: readdirSync(home),
    outside: everything(outside),
    hidden: everything(join(vault.root, '.hidden')),
  });
  const before = look();
  return { vault, check: () => expect(look()).toEqual(before) };
}

function everything(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()];
  return names.map((name) => {
    const address = join(folder, name);
    const stats = lstatSync(address, { bigint: true });
    const holds = stats.isFile()
      ? createHash('sha256').update(readFileSync(address)).digest('hex')
      : stats.isSymbolicLink()
        ? readlinkSync(address)
        : '';
    return `${name} ${stats.mode} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${holds}`;
  });
}

/** What a tool says; a refusal must be a sentence of ours. */
async function answer(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    expect(error.message).toMatch(/\w+ \w+/);
    return error.message;
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer after ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A URL has no room for half a character. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Not `fetch`, which resolves `..` itself before it sends anything. */
function send(url: string, door: { method: string; way: string; body?: string }) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = door.body === undefined ? {} : { 'Content-Type': 'application/json' };
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, method: door.method, path: door.way, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(door.body);
  });
}
