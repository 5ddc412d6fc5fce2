import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPgPool } from '../../src/hub/database/pg-pool.js';
import { openPeople } from '../../src/hub/people/open-people.js';
import { addRemote } from '../../src/hub/remotes/add-remote.js';
import { syncCopy } from '../../src/hub/remotes/meet.js';
import { openVaultFolders } from '../../src/hub/vault-folders.js';

interface Shared {
  /** The folder that has the vaults. */
  folder: string;
  names: readonly string[];
  /** Where their remotes are. */
  remotes: string;
  databaseUrl: string;
  env: NodeJS.ProcessEnv;
}

/** Gives each vault a remote, and someone who may use it. Returns their tokens, which every node knows. */
export async function shareVaults({ folder, names, remotes, databaseUrl, env }: Shared) {
  mkdirSync(remotes);
  const pool = createPgPool(databaseUrl);
  const folders = openVaultFolders(folder);
  const hub = openPeople({ pool, databaseUrl, folders, log: () => {} });
  const tokens = new Map<string, string>();
  for (const name of names) {
    const remote = join(remotes, `${name}.git`);
    await addRemote(folders, { name, remote, language: 'en', env, pool, databaseUrl });
    const { code } = await hub.people.invite(`${name}@example.org`, name, 'owner', null);
    const origin = { address: '127.0.0.1', browser: 'soak' };
    const secret = await hub.accounts.join(code!, 'correct horse battery', origin, null);
    const person = (await hub.sessions.find(secret!))!;
    const wanted = { name, vault: name, role: 'owner' as const, folders: null };
    tokens.set(name, (await hub.tokens.create(person, wanted, '127.0.0.1')).token);
  }
  await hub.close();
  return tokens;
}

/** Whether every node has sent what it has of every vault that it does not lead. */
export function isAllSent(
  folders: readonly string[],
  names: readonly string[],
  leads: (at: number, name: string) => boolean,
) {
  return folders.every((folder, at) =>
    names.every((name) => leads(at, name) || !existsSync(join(folder, name, '.rappel', 'unsent'))),
  );
}

/** Brings the vaults of a folder in step with their remotes, after all nodes have stopped. */
export async function getAll({ folder, names, remotes, env }: Shared): Promise<void> {
  const folders = openVaultFolders(folder);
  for (const name of names) {
    const row = {
      vault: folders.idOf(name)!,
      name,
      remote: join(remotes, `${name}.git`),
      machine: '',
    };
    const root = folders.find(name)!;
    await syncCopy(row, { root, env, language: 'en', log: () => {} }, new AbortController().signal);
  }
}
