import { RappelError } from '../shared/errors.js';
import { newSecret } from '../shared/login-secrets.js';
import { migrateOr } from './database/migrate.js';
import { NewerTables, stepFor } from './database/problem.js';
import type { SqlPool } from './database/sql.js';
import { createLeaseRows, type NodeFacts } from './lease-rows.js';
import { createLedVaults, type Lead, refuseChange } from './led-vaults.js';
import { createRemotes } from './remotes/remotes.js';
import { createRenewals } from './renewals.js';
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
