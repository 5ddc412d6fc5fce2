import { currentLease } from '../service/locks/lease.js';
import { readSyncSetting } from '../service/state/sync-setting.js';
import { ENGLISH, toldOf } from '../shared/errors.js';
import { nextStepOf, type Told } from '../words/message.js';
import { lastMigration } from './database/migrate.js';
import { problemOf } from './database/problem.js';
import { type SqlPool, transactionIn } from './database/sql.js';
import { hintInVault } from './hint-in-vault.js';
import { isUnsent } from './remotes/unsent.js';
import type { VaultFolders } from './vault-folders.js';
import { withoutRemote } from './without-remote.js';

export interface HubStatus {
  folder: string;
  /** Why PostgreSQL can't say who leads what; null where it can, or is not used. */
  problem: string | null;
  /** What to do about it. */
  hint: string | null;
  /** The same as a value. */
  error?: Told;
  nodes: { url: string; host: string; version: string; seconds: number; leads: number }[];
  vaults: VaultStatus[];
  /** Two names of one vault: one of the folders is a copy of the other. */
  copies: [string, string][];
}

interface VaultStatus {
  name: string;
  /** The address of its leader; null if the vault is closed, or if PostgreSQL can't say. */
  leader: string | null;
  /** How long that node has led it. */
  seconds: number | null;
  /** Null for a vault of one node alone. */
  remote: string | null;
  /** The number of updates in PostgreSQL that are not filed. */
  waiting: number;
  /** Why this node does not serve the vault or could not sync its copy with the remote, and what to do; null if it does. */
  problem: string | null;
  hint: string | null;
  /** The same as a value. */
  error?: Told;
}

interface RemoteRow {
  vault: string;
  name: string;
  remote: string;
  removed: boolean;
  waiting: number;
}

interface LeaseRow {
  vault: string;
  url: string;
  seconds: number;
}

/** Which nodes there are and which vaults they lead. `database`: null for a hub of one process. */
export async function readHubStatus(
  folders: VaultFolders,
  database: { pool: SqlPool; url: string } | null,
): Promise<HubStatus> {
  const names = folders.names();
  const facts = { folder: folders.folder, copies: folders.copies(), problem: null, hint: null };
  if (database === null) return { ...facts, nodes: [], vaults: names.map(served) };
  try {
    const { nodes, leases, remotes: rows } = await readRows(database.pool);
    const remotes = rows.filter(({ removed }) => !removed);
    const gone = new Set(rows.flatMap(({ vault, removed }) => (removed ? [vault] : [])));
    const led = new Map(leases.map((lease) => [lease.vault, lease]));
    const shared = new Map(remotes.map((row) => [row.vault, row]));
    const ids = new Map(
      names.map((name) => [name, folders.idOf(name) ?? ''] as const).filter(([, id]) => !gone.has(id)),
    );
    // Vaults that this folder does not have yet.
    for (const { vault, name } of remotes) if (![...ids.values()].includes(vault)) ids.set(name, vault);
    const vaults = [...ids].sort().map(([name, vault]): VaultStatus => {
      const [lease, row] = [led.get(vault), shared.get(vault)];
      const { remote = null, waiting = 0 } = row ?? {};
      const found =
        remote !== null
          ? problemOfCopy(folders, name)
          : nodes.length > 1
            ? problemWithoutRemote(folders, name)
            : { hint: null };
      const { url: leader = null, seconds = null } = lease ?? {};
      return { name, leader, seconds, remote, waiting, problem: found.error?.message ?? null, ...found };
    });
    return { ...facts, nodes, vaults };
  } catch (error) {
    const problem = problemOf(error, database.url);
    if (problem === null) throw error;
    const vaults = names.map((name) => ({ ...CLOSED, name }));
    const { message, hint, says } = problem;
    return { ...facts, problem: message, hint, error: { ...says, message, hint: null }, nodes: [], vaults };
  }

  function served(name: string): HubStatus['vaults'][number] {
    const lease = currentLease(folders.find(name)!);
    if (lease === null) return { ...CLOSED, name };
    const seconds = Math.max(0, Math.round((Date.now() - new Date(lease.started).getTime()) / 1000));
    return { ...CLOSED, name, leader: lease.url.replace(/\/v\/[^/]+$/, ''), seconds };
  }
}

const CLOSED = { leader: null, seconds: null, remote: null, waiting: 0, problem: null, hint: null };

function problemWithoutRemote({ folder }: VaultFolders, name: string): Pick<VaultStatus, 'hint' | 'error'> {
  const error = withoutRemote(folder, name);
  return { hint: error.hint, error: toldOf(error) };
}

/** Empty where the last sync succeeded, or where this node has nothing to sync: another one may have led the vault since. */
function problemOfCopy(folders: VaultFolders, name: string): Pick<VaultStatus, 'hint' | 'error'> {
  const root = folders.find(name);
  if (root === null || !(isUnsent(root) || currentLease(root) !== null)) return { hint: null };
  const problem = readSyncSetting(root)?.problem ?? null;
  return problem === null
    ? { hint: null }
    : { hint: hintInVault(nextStepOf(ENGLISH, problem, 'terminal'), root), error: problem };
}

function readRows(
  pool: SqlPool,
): Promise<{ nodes: HubStatus['nodes']; leases: LeaseRow[]; remotes: RemoteRow[] }> {
  return transactionIn(pool, 'BEGIN READ ONLY', async (client) => {
    // Nodes of an older version may run, with the tables of theirs: looking at them changes nothing.
    if ((await lastMigration(client)) === 0) return { nodes: [], leases: [], remotes: [] };
    const leases = await client.query<LeaseRow>(
      `SELECT vault, url, round(extract(epoch FROM clock_timestamp() - since))::integer AS seconds
      FROM rappel.leases JOIN rappel.nodes ON nodes.id = node WHERE leases.expires > clock_timestamp()`,
    );
    const nodes = await client.query<HubStatus['nodes'][number]>(
      `SELECT url, host, version, round(extract(epoch FROM clock_timestamp() - started))::integer AS seconds,
        (SELECT count(*)::integer FROM rappel.leases WHERE node = nodes.id AND leases.expires > clock_timestamp()) AS leads
      FROM rappel.nodes WHERE expires > clock_timestamp() ORDER BY url`,
    );
    const remotes = await client.query<RemoteRow>(
      `SELECT vault, name, remote, removed,
        (SELECT count(*)::integer FROM rappel.updates WHERE updates.vault = remotes.vault AND waits) AS waiting
      FROM rappel.remotes`,
    );
    return { nodes, leases, remotes };
  });
}
