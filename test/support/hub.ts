import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAgents } from '../../src/agents/create-agents.js';
import { serveHub } from '../../src/http/hub/serve-hub.js';
import type { PageFiles } from '../../src/http/page.js';
import { createHub, type HubOptions } from '../../src/hub/create-hub.js';
import type { SqlPool } from '../../src/hub/database/sql.js';
import { addRemote } from '../../src/hub/remotes/add-remote.js';
import { openVaultFolders } from '../../src/hub/vault-folders.js';
import { serveMcpHttp } from '../../src/mcp/serve-http.js';
import { tempFolder } from './temp-vault.js';

/** A folder with vaults of these names. */
export async function hubFolder(names: readonly string[]): Promise<string> {
  const folder = tempFolder();
  const folders = openVaultFolders(folder);
  for (const name of names) await folders.add(name, 'en');
  return folder;
}

/** Gives a vault a remote, through which nodes with folders of their own serve it too. Returns the remote. */
export async function shareVault(
  folder: string,
  name: string,
  { pool, databaseUrl }: { pool: SqlPool; databaseUrl: string },
): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: tempFolder() };
  const remote = join(tempFolder(), 'remote.git');
  await addRemote(openVaultFolders(folder), { name, remote, language: 'en', env, pool, databaseUrl });
  return remote;
}

export function tokenIn(folder: string, name: string): string {
  return readFileSync(join(folder, name, '.rappel', 'token'), 'utf8').trim();
}

export interface NodeOptions {
  idleMs?: number;
  pageFiles?: PageFiles;
  port?: number;
  publicUrl?: string | null;
}

/** A node of a hub in this process. */
export async function startHub(
  folder: string,
  {
    idleMs = 60_000,
    pageFiles,
    port = 0,
    publicUrl = null,
    ...options
  }: Partial<HubOptions> & NodeOptions = {},
) {
  const hub = createHub({
    folder,
    agents: createAgents({ model: null, key: null, language: 'en' }),
    language: 'en',
    historyLimitBytes: 1e9,
    env: { PATH: process.env.PATH, HOME: tempFolder(), XDG_CACHE_HOME: tempFolder() },
    log: () => {},
    ...options,
  });
  const served = await serveHub(hub, {
    host: '127.0.0.1',
    port,
    publicUrl,
    signsIn: true,
    version: '1',
    idleMs,
    ...(pageFiles && { pageFiles }),
    openMcp: (memory) => serveMcpHttp(memory, { version: '1' }),
  });
  onTestFinished(() => served.close());

  /** Asks with the token of a vault. */
  async function ask(name: string, path: string, init: RequestInit & { token?: string } = {}) {
    const { token = tokenIn(folder, name), headers, ...rest } = init;
    return fetch(`${served.url}/v/${name}${path}`, {
      ...rest,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
  }
  const post = (name: string, path: string, body: object) =>
    ask(name, path, { method: 'POST', body: JSON.stringify(body) });
  return { ...served, hub, ask, post };
}
