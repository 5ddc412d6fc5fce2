import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Agents, createAgents } from '../src/agents/create-agents.js';
import { createServedMemory } from '../src/memory/served-memory.js';
import { ensureToken } from '../src/service/connection/token.js';
import {
  type AnyClient,
  deferred,
  httpClient,
  KINDS,
  LIFE,
  serveVault,
  stdioClient,
  stdioParameters,
  textsOf,
  updateOf,
} from './support/mcp.js';
import { rappel } from './support/rappel.js';
import { tempVault } from './support/temp-vault.js';

/** The text of an answer. A service with more searches than it can do says so, and is asked again, as it says. */
async function answerOf(client: AnyClient, name: string, given: Record<string, unknown>): Promise<string> {
  let text = '';
  const ask = async () => {
    text = textsOf(await client.callTool({ name, arguments: given }))[0]!;
    return text;
  };
  await expect.poll(ask, { timeout: 120_000, interval: 100 }).not.toContain('too many searches at once');
  return text;
}

describe('many clients at once', () => {
  it('a hundred over HTTP, of every kind, each get their own right answer', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [
        `bucket/n${i}.md`,
        `# Note\nThe word ${wordOf(i)} stands here.\n`,
      ]),
    );
    const { url } = await serveVault(tempVault(files).root);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const client = await httpClient(KINDS[i % KINDS.length]!, url);
        return {
          found: await answerOf(client, 'find', { queries: [wordOf(i)], limit: 1 }),
          asked: await answerOf(client, 'search', { question: wordOf(i) }),
        };
      }),
    );
    for (const [i, { found, asked }] of answers.entries()) {
      expect(found).toContain(`{"results":[{"path":"vault/bucket/n${i}.md"`);
      expect(asked).toContain(wordOf(i));
      expect(asked).toContain(`\n---\n\n\`\`\`vault/bucket/n${i}.md`);
    }
  });

  it('several processes on one vault lose nothing that they were given', async () => {
    const vault = tempVault(LIFE);
    const clients = await Promise.all(KINDS.map((kind) => stdioClient(kind, vault.root)));
    const given = await Promise.all(
      clients.flatMap((client, i) =>
        [0, 1].map(async (j) => {
          const text = `A riddle about the quokka number ${i}${j}.`;
          const result = await client.callTool({ name: 'update', arguments: { text, wait: true } });
          expect(textsOf(result)[0]).toMatch(/^status: accepted/);
          return updateOf(result);
        }),
      ),
    );
    const files = given.flatMap(({ state, files: touched }) => {
      expect(state).not.toBe('failed');
      return touched;
    });
    const { text } = await vault.call('read', { paths: [...new Set(files)] });
    for (const i of [0, 1, 2]) for (const j of [0, 1]) expect(text).toContain(`quokka number ${i}${j}.`);
  });

  it('a process uses the service of its vault, whose queue takes what it is given', async () => {
    const vault = tempVault(LIFE);
    const { service } = await serveVault(vault.root);
    const { takeLease } = await import('../src/service/locks/lease.js');
    const { serveHttp } = await import('../src/http/serve.js');
    const http = await serveHttp(createServedMemory(service), {
      host: '127.0.0.1',
      port: 0,
      token: ensureToken(vault.root).token,
      asksToken: false,
      version: '0',
    });
    const lease = await takeLease(vault.root, { url: http.url, started: '2025-07-14T18:30:00' }, () => {});
    onTestFinished(async () => {
      lease.release();
      await http.close();
    });
    const seen: string[] = [];
    service.events.subscribe(({ type }) => seen.push(type));
    const client = await stdioClient('v2 2026-07-28', vault.root);
    const question = "l'API externe";
    expect(textsOf(await client.callTool({ name: 'search', arguments: { question } }))[0]).toContain(
      'Durand',
    );
    const found = await client.callTool({ name: 'find', arguments: { queries: [question] } });
    expect(textsOf(found)[0]).toContain('Durand');
    const given = { text: 'A thing to keep', wait: true };
    const { id, state } = updateOf(await client.callTool({ name: 'update', arguments: given }));
    expect(service.queue.find(id).state).toBe(state);
    expect(seen).toContain('update');
  });
});

describe('a call that is cancelled', () => {
  it.each(KINDS)('over HTTP stops its work (%s)', async (kind) => {
    const { agents, started, stopped } = waitingAgents();
    const { url } = await serveVault(tempVault(LIFE).root, agents);
    const client = await httpClient(kind, url);
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'search', arguments: { question: 'x' } },
      ...signalFor(kind, cancel.signal),
    );
    const failed = expect(call).rejects.toThrow();
    await started;
    cancel.abort();
    await failed;
    await stopped;
  });

  it('by a client that dies stops its work too', async () => {
    const { agents, started, stopped } = waitingAgents();
    const { url } = await serveVault(tempVault(LIFE).root, agents);
    const script = `
      const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
      const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(`${url}/mcp`)})));
      await client.callTool({ name: 'search', arguments: { question: 'x' } });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    });
    await started;
    child.kill('SIGKILL');
    await stopped;
  });
});

describe('a process on standard input and output', () => {
  it('ends when its client dies in the middle of a call, and what it was given is kept', async () => {
    const vault = tempVault(LIFE);
    const { child, request } = await rawProcess(vault.root);
    const text = 'Something that must not be lost';
    const { result } = await request('tools/call', { name: 'update', arguments: { text } });
    const { id } = updateOf(result as Parameters<typeof updateOf>[0]);
    child.stdin!.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 99, method: 'tools/call', params: { name: 'search', arguments: { question: 'x' } } })}\n`,
    );
    child.stdin!.destroy();
    child.stdout!.destroy();
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    const again = await stdioClient('v2 2026-07-28', vault.root);
    const wait = async (): Promise<string> => {
      const { state } = updateOf(await again.callTool({ name: 'update_status', arguments: { id } }));
      return state === 'accepted' || state === 'running' ? wait() : state;
    };
    expect(['done', 'needs_answer']).toContain(await wait());
  });

  it('answers every request of a client that writes them at once and closes its input', async () => {
    const call = (id: number, name: string, args: object) => rpc('tools/call', { name, arguments: args }, id);
    const rpc = (method: string, params: object, id?: number) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const start = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'script', version: '1' },
    };
    const input = [
      rpc('initialize', start, 1),
      rpc('notifications/initialized', {}),
      rpc('tools/list', {}, 2),
      call(3, 'tree', {}),
      call(4, 'search', { question: 'Durand' }),
      call(5, 'no such tool', {}),
    ].join('');
    const { code, out } = await rappel(['mcp'], { vault: tempVault(LIFE).root, input });
    const ids = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id as number);
    expect([code, ids.sort()]).toEqual([0, [1, 2, 3, 4, 5]]);
  });

  it('ends at once when it is told to', async () => {
    const { child } = await rawProcess(tempVault(LIFE).root);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('writes nothing but the protocol to standard output, also where the other side sends nonsense', async () => {
    const { child, request } = await rawProcess(tempVault(LIFE).root);
    child.stdin!.write('this is not JSON\n{"jsonrpc":"2.0","method":"no/such"}\n[]\n');
    const { error } = await request('no/such/method', {});
    expect((error as { code: number }).code).toBe(-32601);
    expect((await request('tools/list', {})).result).toHaveProperty('tools');
  });

  it('creates the vault at its first use, not before', async () => {
    const root = join(tempVault().root, 'not', 'there');
    const { request } = await rawProcess(root);
    const { existsSync } = await import('node:fs');
    expect(existsSync(root)).toBe(false);
    await request('tools/call', { name: 'tree', arguments: {} });
    expect(existsSync(join(root, 'overview.md'))).toBe(true);
  });
});

describe('a question of 1 MB', () => {
  it.each(KINDS)('is refused with what to do instead (%s)', async (kind) => {
    const vault = tempVault(LIFE);
    const { url } = await serveVault(vault.root);
    for (const client of [await httpClient(kind, url), await stdioClient(kind, vault.root)]) {
      const question = 'why '.repeat(262_144);
      const result = await client.callTool({ name: 'search', arguments: { question } });
      expect(result.isError).toBe(true);
      expect(textsOf(result)[0]).toContain('at most 20000 characters; to store a long text call update');
      expect(textsOf(result)[0]!.length).toBeLessThan(1_000);
    }
  });

  it('is no hindrance to a text of 1 MB that is to be remembered', async () => {
    const { url } = await serveVault(tempVault(LIFE).root);
    const client = await httpClient('v2 2026-07-28', url);
    const text = `A long mail about looms. ${'thread '.repeat(150_000)}`;
    const result = await client.callTool({ name: 'update', arguments: { text } });
    expect(updateOf(result)).toMatchObject({ status: 'accepted' });
  });
});

describe('another web page', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])(
    'is refused: Origin %s',
    async (origin) => {
      const { url } = await serveVault(tempVault(LIFE).root);
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
        const response = await fetch(`${url}/mcp`, {
          method,
          headers: {
            origin,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          ...(method === 'POST' && { body: INITIALIZE }),
        });
        expect(response.status).toBe(403);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(await response.text()).not.toContain('rappel');
      }
    },
  );

  it('cannot send a form either', async () => {
    const { url } = await serveVault(tempVault(LIFE).root);
    const headers = { 'content-type': 'text/plain', accept: 'application/json, text/event-stream' };
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: INITIALIZE });
    expect(response.status).toBe(415);
  });
});

describe('a change of a file', () => {
  it('is told to a client that listens, over HTTP', async () => {
    const vault = tempVault(LIFE);
    const { url } = await serveVault(vault.root);
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`));
    await tellsOfChanges(vault.root, transport, { pin: '2026-07-28' });
  });

  it('is told to a client that listens, on standard output', async () => {
    const vault = tempVault(LIFE);
    await tellsOfChanges(vault.root, new StdioClientTransport(stdioParameters(vault.root)), {
      pin: '2026-07-28',
    });
  });

  it('is told to a client of the older protocol that subscribed, over HTTP', async () => {
    const vault = tempVault(LIFE);
    const { url } = await serveVault(vault.root);
    await tellsOfChanges(vault.root, new StreamableHTTPClientTransport(new URL(`${url}/mcp`)), 'legacy');
  });

  it('is told to a client of the older protocol that subscribed, on standard output', async () => {
    const vault = tempVault(LIFE);
    await tellsOfChanges(vault.root, new StdioClientTransport(stdioParameters(vault.root)), 'legacy');
  });
});

/** A word that resembles no other. */
function wordOf(i: number): string {
  const hex = createHash('sha256').update(String(i)).digest('hex').slice(0, 14);
  return [...hex].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
});

/** Changes one file and adds another until the client has heard of both. */
async function tellsOfChanges(
  root: string,
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  mode: 'legacy' | { pin: string },
): Promise<void> {
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } });
  const uri = 'vault:///projects/startup-x/tasks.md';
  const updated = deferred<string>();
  const listed = deferred<void>();
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    updated.resolve(params.uri),
  );
  client.setNotificationHandler('notifications/resources/list_changed', () => listed.resolve());
  await client.connect(transport);
  onTestFinished(() => client.close());
  if (mode === 'legacy') await client.subscribeResource({ uri });
  else await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] });
  let count = 0;
  // Watching starts in the background: what happens before it does is not told.
  const timer = setInterval(() => {
    count++;
    writeFileSync(join(root, 'projects/startup-x/tasks.md'), `# Task ${count}\n`);
    writeFileSync(join(root, `bucket-${count}.md`), 'new\n');
  }, 200);
  onTestFinished(() => clearInterval(timer));
  expect(await updated.promise).toBe(uri);
  await listed.promise;
}

/** The older SDK takes a result schema before its options. */
function signalFor(kind: string, signal: AbortSignal): [never, never] | [{ signal: AbortSignal }] {
  return kind.startsWith('v1') ? [undefined as never, { signal } as never] : [{ signal }];
}

/** Agents whose answer takes as long as nobody stops it. */
function waitingAgents(): { agents: Agents; started: Promise<void>; stopped: Promise<void> } {
  const started = deferred<void>();
  const stopped = deferred<void>();
  const agents: Agents = {
    ...createAgents({ model: null, key: null, language: 'en' }),
    answer: (_context, _question, options) =>
      new Promise((_, reject) => {
        options!.signal!.addEventListener('abort', () => {
          stopped.resolve();
          reject(new Error('stopped'));
        });
        started.resolve();
      }),
  };
  return { agents, started: started.promise, stopped: stopped.promise };
}

/** The command as a process, spoken to in bare JSON. Every line it says must be JSON. */
async function rawProcess(root: string) {
  const { command, args, env, cwd } = stdioParameters(root);
  const child: ChildProcess = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number };
    waiting.get(message.id ?? -1)?.(message);
  });
  let next = 0;
  const request = (method: string, params: object) => {
    const id = ++next;
    child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
  };
  await request('initialize', JSON.parse(INITIALIZE).params);
  child.stdin!.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { child, request };
}
