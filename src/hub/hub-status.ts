import { problemOf } from '../search/engines/postgres/problem.js';
import { type SqlPool, transaction } from '../search/engines/postgres/sql.js';
import { currentLease } from '../service/locks/lease.js';
import type { VaultFolders } from './vault-folders.js';

export interface HubStatus {
  folder: string;
  /** Why PostgreSQL can't say who leads what; null where it can, or is not used. */
  problem: string | null;
  nodes: { url: string; host: string; version: string; seconds: number; leads: number }[];
  /** `leader`: its address; null for a vault that is closed. `seconds`: for how long it leads. */
  vaults: { name: string; leader: string | null; seconds: number | null }[];
  /** Two names of one vault: one of the folders is a copy of the other. */
  copies: [string, string][];
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
  const facts = { folder: folders.folder, copies: folders.copies() };
  if (database === null) return { ...facts, problem: null, nodes: [], vaults: names.map(served) };
  try {
    const { nodes, leases } = await readRows(database.pool);
    const led = new Map(leases.map((lease) => [lease.vault, lease]));
    const vaults = names.map((name) => {
      const lease = led.get(folders.idOf(name) ?? '');
      return { name, leader: lease?.url ?? null, seconds: lease?.seconds ?? null };
    });
    return { ...facts, problem: null, nodes, vaults };
  } catch (error) {
    const problem = problemOf(error, database.url);
    if (problem === null) throw error;
    const vaults = names.map((name) => ({ name, leader: null, seconds: null }));
    return { ...facts, problem: problem.message, nodes: [], vaults };
  }

  function served(name: string): HubStatus['vaults'][number] {
    const lease = currentLease(folders.find(name)!);
    if (lease === null) return { name, leader: null, seconds: null };
    const seconds = Math.max(0, Math.round((Date.now() - new Date(lease.started).getTime()) / 1000));
    return { name, leader: lease.url.replace(/\/v\/[^/]+$/, ''), seconds };
  }
}

function readRows(pool: SqlPool): Promise<{ nodes: HubStatus['nodes']; leases: LeaseRow[] }> {
  return transaction(pool, 'BEGIN READ ONLY', async (client) => {
    const [found] = await client.query<{ known: boolean }>(
      `SELECT to_regclass('rappel.leases') IS NOT NULL AS known`,
    );
    // No node was ever started.
    if (!found!.known) return { nodes: [], leases: [] };
    const leases = await client.query<LeaseRow>(
      `SELECT vault, url, round(extract(epoch FROM clock_timestamp() - since))::integer AS seconds
      FROM rappel.leases JOIN rappel.nodes ON nodes.id = node WHERE leases.expires > clock_timestamp()`,
    );
    const nodes = await client.query<HubStatus['nodes'][number]>(
      `SELECT url, host, version, round(extract(epoch FROM clock_timestamp() - started))::integer AS seconds,
        (SELECT count(*)::integer FROM rappel.leases WHERE node = nodes.id AND leases.expires > clock_timestamp()) AS leads
      FROM rappel.nodes WHERE expires > clock_timestamp() ORDER BY url`,
    );
    return { nodes, leases };
  });
}
