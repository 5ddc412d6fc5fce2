import { onTestFinished } from 'vitest';
import { createCluster } from '../../src/hub/cluster.js';
import { createPgPool } from '../../src/hub/database/pg-pool.js';
import type { SqlPool } from '../../src/hub/database/sql.js';
import { openPeople } from '../../src/hub/people/open-people.js';
import type { OpenIdSettings } from '../../src/hub/people/openid.js';
import { openVaultFolders } from '../../src/hub/vault-folders.js';
import type { Role } from '../../src/operations/role.js';
import { recordedPath } from '../../src/vault/paths.js';
import { hubFolder, type NodeOptions, startHub } from './hub.js';

export const PASSWORD = 'correct horse battery';

/** A hub with people, in this process. */
export async function startPeopleHub(
  pool: SqlPool,
  names: readonly string[],
  { openId = null, ...node }: NodeOptions & { openId?: OpenIdSettings | null } = {},
) {
  const folder = await hubFolder(names);
  const open = () =>
    openPeople({
      pool: { connect: pool.connect, close: async () => {} },
      databaseUrl: 'postgresql://db/rappel',
      folders: openVaultFolders(folder),
      log: (message) => {
        throw new Error(message);
      },
      openId,
    });
  const hub = await startHub(folder, { people: open, ...node });
  const { people, database } = open();

  /** A request of a browser: a cookie, and the origin of the page. */
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${hub.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { origin: hub.url, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
    const json: any = isJson ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Invites someone and signs them in; returns the header of their browser. */
  async function join(email: string, vault: string, role: Role, folders: readonly string[] | null = null) {
    const paths = folders?.map((path) => recordedPath(path)) ?? null;
    const { code } = await people.invite(email, vault, role, paths);
    const { status, headers } = await send('POST', '/api/invitation', { code, password: PASSWORD });
    if (status !== 200) throw new Error(`the invitation answered ${status}`);
    return { cookie: headers.get('set-cookie')!.split(';')[0]! };
  }
  /** A further node, which answers for the hub itself. */
  const startNode = () => startHub(folder, { people: open, ...node, port: 0 });
  return { ...hub, folder, people, database, send, join, startNode };
}

/** One of several nodes of a hub with people, in this process. */
export async function startPeopleNode(
  folder: string,
  databaseUrl: string,
  id: string,
  options: NodeOptions = {},
) {
  const pool = createPgPool(databaseUrl);
  onTestFinished(() => pool.close());
  const shared = { databaseUrl, log: () => {} };
  const node = { id, url: '', host: 'test', version: '1' };
  return startHub(folder, {
    cluster: (folders) => createCluster({ ...shared, pool, folders, node }),
    people: (folders) => openPeople({ ...shared, pool: createPgPool(databaseUrl), folders }),
    ...options,
  });
}
