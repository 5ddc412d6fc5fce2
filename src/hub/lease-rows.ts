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
  fence: number;
}

export type LeaseRows = ReturnType<typeof createLeaseRows>;

/** A vault that another node leads, or led. */
export interface OtherLease {
  vault: string;
  name: string;
  /** Until it runs out; below 0 where it did. */
  leftMs: number;
  /** PostgreSQL holds an update that no node has filed. */
  waits: boolean;
}

/** Longer means that no answer will come: the lease would run out meanwhile. */
const LONGEST_MS = 1_500;

/** The leases of vaults in PostgreSQL, for one node. Times are those of the server. Throws `busy` where it does not answer. */
export function createLeaseRows(pool: SqlPool, databaseUrl: string, node: NodeFacts, leaseMs: number) {
  const until = `clock_timestamp() + ${Number(leaseMs)} * interval '1 millisecond'`;

  const ask = createAsk(pool, {
    databaseUrl,
    longestMs: LONGEST_MS,
    failure: (problem) =>
      new RappelError('busy', `${problem}, so it is not known which node leads this vault`, {
        hint: 'Try again: Rappel goes on by itself when PostgreSQL is back.',
      }),
  });

  return {
    /** What nodes prove to each other that they are of one hub. */
    async secret(offered: string): Promise<string> {
      await ask('INSERT INTO rappel.hub_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [offered]);
      return (await ask<{ secret: string }>('SELECT secret FROM rappel.hub_secret'))[0]!.secret;
    },
    /**
     * Takes a vault that nobody leads, with a number above that of each leader before: those of the database, and `last`, which the
     * disk knows of another database. Null where another node leads it.
     */
    async take(vault: string, name: string, last = 0): Promise<number | null> {
      const [taken] = await ask<{ fence: number }>(
        `INSERT INTO rappel.leases (vault, name, node, fence, expires) VALUES ($1, $2, $3, $4::bigint + 1, ${until})
        ON CONFLICT (vault) DO UPDATE
        SET name = $2, node = $3, fence = greatest(leases.fence, $4) + 1, since = clock_timestamp(), expires = ${until}
        WHERE leases.node IS NULL OR leases.expires < clock_timestamp()
        RETURNING fence`,
        [vault, name, node.id, last],
      );
      return taken?.fence ?? null;
    },
    /** Says that this node is there, and what it leads: what no other has taken since, also if it ran out meanwhile. */
    async renew(): Promise<LedVault[]> {
      return ask<LedVault>(
        `WITH seen AS (
          INSERT INTO rappel.nodes (id, url, host, version, expires) VALUES ($1, $2, $3, $4, ${until})
          ON CONFLICT (id) DO UPDATE SET expires = ${until}
        )
        UPDATE rappel.leases SET expires = ${until} WHERE node = $1 RETURNING vault, name, fence`,
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
    /** Vaults of other nodes that were not renewed in time, or will not be if nothing comes within `withinMs`. */
    async late(withinMs: number): Promise<OtherLease[]> {
      return ask(
        `SELECT vault, name, (extract(epoch FROM expires - clock_timestamp()) * 1000)::double precision AS "leftMs",
          EXISTS (SELECT FROM rappel.updates WHERE updates.vault = leases.vault AND waits) AS waits
        FROM rappel.leases WHERE node <> $1 AND expires < clock_timestamp() + $2 * interval '1 millisecond'`,
        [node.id, withinMs],
      );
    },
    /** Nobody leads it any more, unless its leader came back. */
    async discard(vault: string): Promise<void> {
      await ask('UPDATE rappel.leases SET node = NULL WHERE vault = $1 AND expires < clock_timestamp()', [
        vault,
      ]);
    },
    /** With work that waits, the lease runs out now instead: the first node that looks takes the vault. */
    async giveBack({ vault, fence }: Pick<LedVault, 'vault' | 'fence'>, hasWork: boolean): Promise<void> {
      // An empty name is no node that could renew it.
      const end = hasWork
        ? `node = '', expires = clock_timestamp() - interval '1 millisecond'`
        : 'node = NULL';
      await ask(`UPDATE rappel.leases SET ${end} WHERE vault = $1 AND node = $2 AND fence = $3`, [
        vault,
        node.id,
        fence,
      ]);
    },
    async leave(): Promise<void> {
      await ask('UPDATE rappel.leases SET node = NULL WHERE node = $1', [node.id]);
      await ask(`DELETE FROM rappel.nodes WHERE id = $1 OR expires < clock_timestamp() - interval '1 day'`, [
        node.id,
      ]);
    },
  };
}
