import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.js';
import { createGate } from '../../src/http/gate.js';
import { createSessions } from '../../src/http/sessions.js';
import { createServedMemory } from '../../src/memory/served-memory.js';
import { createService } from '../../src/service/create-service.js';
import { tempFolder, tempVault } from './temp-vault.js';

export const VAULT_TOKEN = 'the-token-of-this-vault';

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
  json: any;
}

/** A request as it arrives; from the page on this machine where nothing else is said. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  host?: string;
  from?: string;
  /** False for a program, which names none. */
  origin?: boolean;
}

/** The HTTP app of a vault with a home folder of its own. `token` asks every client for it. */
export async function servedApp(
  files: Record<string, string> = {},
  { token = false, publicUrl = null }: { token?: boolean; publicUrl?: string | null } = {},
) {
  const temp = tempVault(files);
  const home = tempFolder();
  const config = join(home, 'config');
  mkdirSync(config);
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: tempFolder() };
  const service = await createService({
    vault: temp.vault,
    engine: await temp.context.engine(),
    language: 'en',
    env,
    log: () => {},
  });
  const memory = createServedMemory(service);
  onTestFinished(async () => {
    await memory.close();
    await service.stop();
  });
  const gate = token ? createGate(VAULT_TOKEN, createSessions(temp.root, VAULT_TOKEN), memory.tokens) : null;
  const prove = () => ({ pid: 1, hash: 'none' });
  const app = createApp(memory, {
    host: token ? '0.0.0.0' : '127.0.0.1',
    gate,
    prove,
    version: '1.2.3',
    publicUrl,
  });

  async function ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, headers, host = 'localhost:4747', from = '127.0.0.1', origin = true } = sent;
    const isBytes = body instanceof Uint8Array;
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    const response = await app.request(
      `http://${host}${path}`,
      {
        method,
        headers: {
          host,
          ...(origin && { origin: `http://${host}` }),
          ...(body !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const json = isJson ? await response.json() : await response.arrayBuffer();
    return { status: response.status, headers: response.headers, json };
  }

  /** Logs a browser in; returns the header that it sends from then on. */
  async function login(given: string): Promise<{ cookie: string }> {
    const { status, headers } = await ask('POST', '/api/session', { body: { token: given } });
    if (status !== 200) throw new Error(`login answered ${status}`);
    return { cookie: headers.get('set-cookie')!.split(';')[0]! };
  }

  return { ...temp, app, service, memory, home, config, ask, login };
}
