import { errorMessage, RappelError } from '../shared/errors.js';
import { newSecret } from '../shared/login-secrets.js';
import { createAsk } from './database/ask.js';
import { migrateOr } from './database/migrate.js';
import { NewerTables, stepFor } from './database/problem.js';
import type { SqlPool } from './database/sql.js';
import { createRemotes } from './remotes/remotes.js';
import type { VaultFolders } from './vault-folders.js';
import { withoutRemote } from './without-remote.js';

export interface ClusterOptions {
  pool: SqlPool;
  databaseUrl: string;
  folders: VaultFolders;
  node: NodeFacts;
  log(message: string): void;
  times?: ClusterTimes;
}

export interface ClusterTimes {
  /** How long a node leads a vault without renewing it, by the clock of the server. */
  leaseMs: number;
  renewMs: number;
}

/** A dead node's vaults are led by others after at most a lease, and the time to open them. Two renewals in a row may fail. */
const TIMES: ClusterTimes = { leaseMs: 4_500, renewMs: 1_000 };
/** How long the address of a leader is used without asking again. */
const KNOWN_MS = 1_000;

/** What a node does when its part changes. */
export interface ClusterEvents {
  /** Another node leads the vault. */
  lost(name: string): void;
  /** PostgreSQL holds an update of the vault that is not filed, and no node leads the vault. */
  waits(name: string): void;
  /** This node leads a vault that was removed from the hub. */
  removed(name: string): void;
  /** This node does not lead the vault, and its copy and the remote may not have the same. */
  left(name: string): void;
}

export type Cluster = ReturnType<typeof createCluster>;

/** One node among those that share a database and the remotes of the vaults. */
export function createCluster({ pool, databaseUrl, folders, node, log, times = TIMES }: ClusterOptions) {
  const rows = createLeaseRows(pool, databaseUrl, node, times.leaseMs);
  const remotes = createRemotes({ pool, databaseUrl, folders, node, log });
  const led = createLedVaults(rows, folders);
  const renewals = createRenewals(renew, { everyMs: times.renewMs, log });
  const leaders = new Map<string, { url: string | null; at: number }>();
  let events: ClusterEvents = { lost() {}, waits() {}, removed() {}, left() {} };
  let secret: string | null = null;

  /** Makes the tables, once. Throws `busy`. */
  async function prepare(): Promise<void> {
    if (secret !== null) return;
    await migrateOr(
      pool,
      databaseUrl,
      (problem) =>
        new RappelError('busy', 'hub.database', {
          problem: problem.says,
          step: stepFor(problem),
          cause: problem,
        }),
    );
    secret = await rows.secret(newSecret());
  }

  async function renew(): Promise<void> {
    await prepare();
    await renewLeases();
    await remotes.refresh();
    await keepCopiesInStep();
    if (renewals.problem() !== null || renewals.isJustBack()) return;
    for (const name of await remotes.waiting()) events.waits(name);
  }

  async function renewLeases(): Promise<void> {
    // Not those that are taken meanwhile.
    const asked = led.all();
    const renewed = await rows.renew();
    const confirmed = new Set(renewed.map(({ vault }) => vault));
    for (const lead of asked)
      if (!confirmed.has(lead.vault) && led.lose(lead)) {
        log(`${lead.name}: another node leads this vault now`);
        events.lost(lead.name);
      }
    for (const row of renewed) if (!led.holds(row)) await rows.giveBack(row.vault);
  }

  async function keepCopiesInStep(): Promise<void> {
    const unsent = remotes.unsent();
    for (const name of unsent) if (!led.isInUse(name)) events.left(name);
    for (const name of remotes.removed())
      if (led.has(name)) events.removed(name);
      else if (!led.isInUse(name) && !unsent.includes(name)) remotes.takeOut(name);
  }

  return {
    node,
    rows,
    remotes,
    /** Null until the database was reached once. */
    secret: () => secret,
    /** Why PostgreSQL does not answer; null where it does. */
    problem: renewals.problem,
    leads: led.has,
    names: led.names,
    /** Throws if a newer Rappel made the tables, which waiting does not change. A database that does not answer is tried later. */
    check: () => prepare().catch(throwIfNewer),
    /** `url`: where other nodes reach this one. */
    async start(url: string, handlers: ClusterEvents): Promise<void> {
      node.url = url;
      events = handlers;
      await renewals.start();
    },
    /** The address of the node that leads a vault; null where this one does, or none. The own one is that of a process before this one. */
    async leaderOf(name: string): Promise<string | null> {
      const vault = folders.idOf(name);
      if (vault === null || led.has(name)) return null;
      const known = leaders.get(name);
      if (known !== undefined && performance.now() - known.at < KNOWN_MS) return known.url;
      const url = await rows.leaderOf(vault, renewals.isJustBack());
      leaders.set(name, { url, at: performance.now() });
      return url;
    },
    /** A leader that does not answer is asked for again. */
    forget: (name: string) => void leaders.delete(name),
    /** Makes this node the leader. Throws `busy` where another one is, or could be without the files. */
    async lead(name: string): Promise<Lead> {
      if (remotes.removed().includes(name)) return refuseChange();
      await prepare();
      const vault = folders.idOf(name);
      if (vault !== null && !(await rows.canBeLed(vault))) throw withoutRemote(folders.folder, name);
      try {
        return await led.take(name);
      } finally {
        leaders.delete(name);
      }
    },
    async stop(): Promise<void> {
      await renewals.stop();
      await rows.leave().catch(() => {});
    },
  };
}

function throwIfNewer(error: Error): void {
  if (error.cause instanceof NewerTables) throw error;
}

/** Calls `renew` every `everyMs`, and four times as often while PostgreSQL does not answer. */
function createRenewals(
  renew: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log(message: string): void },
) {
  let problem: string | null = null;
  let backSince = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function tick(): Promise<void> {
    try {
      await renew();
      if (problem !== null) {
        log('PostgreSQL is back');
        backSince = performance.now();
      }
      problem = null;
    } catch (error) {
      if (problem === null) log(errorMessage(error));
      problem = errorMessage(error);
    }
    timer = setTimeout(next, problem === null ? everyMs : everyMs / 4);
    timer.unref();
  }

  function next(): void {
    turn = tick();
  }

  return {
    /** Why PostgreSQL does not answer; null where it does. */
    problem: () => problem,
    /** Before all nodes had time to renew their leases, one that ran out does not mean that its leader is gone. */
    isJustBack: () => performance.now() - backSince < 2 * everyMs,
    /** Resolves after the first renewal, which may fail. */
    start: tick,
    async stop(): Promise<void> {
      clearTimeout(timer);
      await turn;
      clearTimeout(timer);
    },
  };
}

/** A vault that this node leads. */
interface Lead extends LedVault {
  release(): Promise<void>;
}

/** The vaults that this node leads. */
function createLedVaults(rows: LeaseRows, folders: VaultFolders) {
  const led = new Map<string, Lead>();
  /** Vaults that are being taken, by their own names: the lease may be there before the answer is. */
  const taking = new Set<string>();

  return {
    has: (name: string) => led.has(name),
    names: () => [...led.keys()],
    all: (): LedVault[] => [...led.values()],
    /** From before the lease is there until it is given back. */
    isInUse: (name: string) => led.has(name) || taking.has(folders.idOf(name) ?? ''),
    /** False for a lease in the database that no service of this node has. */
    holds: ({ vault, name }: LedVault) => taking.has(vault) || led.get(name)?.vault === vault,
    /** Another node leads the vault. False if it was given back or taken anew meanwhile. */
    lose(lead: LedVault): boolean {
      return led.get(lead.name) === lead && led.delete(lead.name);
    },
    /** Makes this node the leader. Throws `busy` where another one is. */
    async take(name: string): Promise<Lead> {
      const vault = folders.idOf(name);
      if (vault === null) return refuseChange();
      taking.add(vault);
      try {
        // If the answer is lost but the lease was taken, the next renewal finds that lease and gives it back.
        if (!(await rows.take(vault, name))) return refuseChange();
        const lead: Lead = {
          vault,
          name,
          async release() {
            if (led.get(name) !== lead) return;
            led.delete(name);
            await rows.giveBack(vault).catch(() => {});
          },
        };
        led.set(name, lead);
        return lead;
      } finally {
        taking.delete(vault);
      }
    },
  };
}

function refuseChange(): never {
  throw new RappelError('busy', 'hub.not_leading');
}

interface NodeFacts {
  id: string;
  /** Where other nodes reach it. */
  url: string;
  host: string;
  version: string;
}

interface LedVault {
  vault: string;
  name: string;
}

type LeaseRows = ReturnType<typeof createLeaseRows>;

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
