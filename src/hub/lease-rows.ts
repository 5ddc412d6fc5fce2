import { RappelError } from '../shared/errors.js';
import { createAsk } from './database/ask.js';
import type { SqlPool } from './database/sql.js';

export interface NodeFacts {
  id: string;
  /** Where other nodes reach it. */
  url: string;
  host: string;
  version: string;
}

export interface LedVault {
  vault: string;
  name: string;
}

export type LeaseRows = ReturnType<typeof createLeaseRows>;

/** Longer means that no answer will come: the lease would run out meanwhile. */
const LONGEST_MS = 1_500;

/** The leases of vaults in PostgreSQL, for one node. Times are those of the server. Throws `busy` where it does not answer. */
export function createLeaseRows(pool: SqlPool, databaseUrl: string, node: NodeFacts, leaseMs: number) {
  const until = `clock_timestamp() + ${Number(leaseMs)} * interval '1 millisecond'`;

  const ask = createAsk(pool, {
    databaseUrl,
    longestMs: LONGEST_MS,
    failure: (problem) => new RappelError('busy', 'hub.leader_unknown', { problem }),
  });

  return {
    /** What nodes prove to each other that they are of one hub. */
    async secret(offered: string): Promise<string> {
      await ask('INSERT INTO rappel.hub_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [offered]);
      return (await ask<{ secret: string }>('SELECT secret FROM rappel.hub_secret'))[0]!.secret;
    },
    /** Takes a vault that nobody leads; false where another node leads it. */
    async take(vault: string, name: string): Promise<boolean> {
      const taken = await ask(
        `INSERT INTO rappel.leases (vault, name, node, expires) VALUES ($1, $2, $3, ${until})
        ON CONFLICT (vault) DO UPDATE SET name = $2, node = $3, since = clock_timestamp(), expires = ${until}
        WHERE leases.node IS NULL OR leases.expires < clock_timestamp()
        RETURNING vault`,
        [vault, name, node.id],
      );
      return taken.length > 0;
    },
    /** False for a vault without a remote while other nodes run: they would not have its files. A process before this one at its address is no other node. */
    async canBeLed(vault: string): Promise<boolean> {
      const [found] = await ask<{ can: boolean }>(
        `SELECT EXISTS (SELECT FROM rappel.remotes WHERE vault = $1) OR NOT EXISTS (
          SELECT FROM rappel.nodes WHERE id <> $2 AND (url, host) <> ($3, $4) AND expires > clock_timestamp()
        ) AS can`,
        [vault, node.id, node.url, node.host],
      );
      return found!.can;
    },
    /** Says that this node is there, and what it leads: what no other has taken since, also if it ran out meanwhile. */
    async renew(): Promise<LedVault[]> {
      return ask<LedVault>(
        `WITH seen AS (
          INSERT INTO rappel.nodes (id, url, host, version, expires) VALUES ($1, $2, $3, $4, ${until})
          ON CONFLICT (id) DO UPDATE SET expires = ${until}
        )
        UPDATE rappel.leases SET expires = ${until} WHERE node = $1 RETURNING vault, name`,
        [node.id, node.url, node.host, node.version],
      );
    },
    /** The address of the node that leads a vault, or led it last where `alsoLate`; null where none does. */
    async leaderOf(vault: string, alsoLate = false): Promise<string | null> {
      const [found] = await ask<{ url: string }>(
        `SELECT url FROM rappel.leases JOIN rappel.nodes ON nodes.id = node
        WHERE vault = $1 AND ($2 OR leases.expires > clock_timestamp())`,
        [vault, alsoLate],
      );
      return found?.url ?? null;
    },
    async giveBack(vault: string): Promise<void> {
      await ask('UPDATE rappel.leases SET node = NULL WHERE vault = $1 AND node = $2', [vault, node.id]);
    },
    async leave(): Promise<void> {
      await ask('UPDATE rappel.leases SET node = NULL WHERE node = $1', [node.id]);
      await ask(`DELETE FROM rappel.nodes WHERE id = $1 OR expires < clock_timestamp() - interval '1 day'`, [
        node.id,
      ]);
    },
  };
}
