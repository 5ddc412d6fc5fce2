import { randomBytes } from 'node:crypto';
import { migrate } from '../search/engines/postgres/migrate.js';
import type { SqlPool } from '../search/engines/postgres/sql.js';
import { draftsOf, lastFence, takeLead } from '../service/locks/take-lead.js';
import { errorMessage, RappelError } from '../shared/errors.js';
import { putFence } from '../vault/fence.js';
import { createLeaseRows, type NodeFacts } from './lease-rows.js';
import { createRemotes } from './remotes/remotes.js';
import { createValidity } from './validity.js';
import type { VaultFolders } from './vault-folders.js';
import { watchOrphans } from './watch-orphans.js';

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
  /** Another node leads the vault: nothing can be changed here any more. */
  lost(name: string): void;
  /** Changes were refused because PostgreSQL was silent, and it is back: the vault is to be opened anew. */
  resumed(name: string): void;
  /** Its leader is gone. `waits`: PostgreSQL holds an update that no node has filed. */
  orphaned(name: string, waits: boolean): void;
  /** This node leads a vault that was removed from the hub. */
  removed(name: string): void;
  /** This node does not lead the vault, and its copy and the remote may not have the same. */
  left(name: string): void;
}

/** A vault that this node leads. */
export interface Lead {
  fence: number;
  /** `hasWork`: another node is to take the vault at once. */
  release(hasWork?: boolean): Promise<void>;
}

interface Led extends Lead {
  vault: string;
  name: string;
  /** A change was refused, because it was not renewed in time. */
  lapsed: boolean;
  /** The vault is being closed for that. */
  ends: boolean;
  end(): void;
}

export type Cluster = ReturnType<typeof createCluster>;

/** One node among those that share a database, and a folder of vaults or the remotes of the vaults. */
export function createCluster({ pool, databaseUrl, folders, node, log, times = TIMES }: ClusterOptions) {
  const rows = createLeaseRows(pool, databaseUrl, node, times.leaseMs);
  // Ends before the lease does: what has begun may take a moment.
  const validity = createValidity(times.leaseMs * 0.9);
  const remotes = createRemotes({ pool, databaseUrl, folders, node, log });
  const led = new Map<string, Led>();
  /** Vaults that are being taken, by their own names: the lease may be there before the answer is. */
  const taking = new Set<string>();
  const leaders = new Map<string, { url: string | null; at: number }>();
  let events: ClusterEvents = { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} };
  let secret: string | null = null;
  let isMigrated = false;
  let problem: string | null = null;
  /** When PostgreSQL came back. Before all nodes had time to renew their leases, one that ran out does not mean that its leader is gone. */
  let backSince = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const orphans = watchOrphans(rows, folders, {
    everyMs: times.renewMs,
    orphaned: (name, waits) => events.orphaned(name, waits),
  });
  const endFences = [
    putFence(folders.folder, { demand: () => remotes.isMaking() || refuse(), drafts: null }),
    // No vault: every node may make it.
    putFence(folders.nowhere, { demand() {}, drafts: null }),
  ];

  function refuse(): never {
    throw new RappelError('busy', 'this node does not lead this vault, so it changes nothing in it', {
      hint: 'Try again.',
    });
  }

  function refuseLapsed(): never {
    throw new RappelError(
      'busy',
      "this vault can't be changed now, because PostgreSQL does not confirm that this node leads it",
      { hint: 'Rappel goes on by itself when PostgreSQL is back; the vault can be read meanwhile.' },
    );
  }

  async function renew(): Promise<void> {
    if (!isMigrated) await migrate(pool);
    isMigrated = true;
    secret ??= await rows.secret(randomBytes(32).toString('base64url'));
    // Not those that are taken meanwhile.
    const asked = [...led.values()];
    const confirm = validity.begin();
    const renewed = await rows.renew();
    const confirmed = new Map(renewed.map(({ vault, fence }) => [vault, fence]));
    // Before the others are confirmed: all of them share one validity.
    for (const lead of asked) if (confirmed.get(lead.vault) !== lead.fence) lose(lead);
    confirm();
    for (const lead of led.values())
      if (lead.lapsed && !lead.ends) {
        lead.ends = true;
        events.resumed(lead.name);
      }
    for (const row of renewed)
      if (!taking.has(row.vault) && led.get(row.name)?.fence !== row.fence) await rows.giveBack(row, true);
    await remotes.refresh();
    const isInUse = (name: string) => led.has(name) || taking.has(folders.idOf(name) ?? '');
    const unsent = remotes.unsent();
    for (const name of unsent) if (!isInUse(name)) events.left(name);
    for (const name of remotes.removed())
      if (led.has(name)) events.removed(name);
      else if (!isInUse(name) && !unsent.includes(name)) await remotes.takeOut(name);
    if (problem === null && !isJustBack()) await orphans.look();
  }

  function isJustBack(): boolean {
    return performance.now() - backSince < 2 * times.renewMs;
  }

  function lose(lead: Led): void {
    if (led.get(lead.name) !== lead) return;
    led.delete(lead.name);
    log(`${lead.name}: another node leads this vault now`);
    events.lost(lead.name);
  }

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
    timer = setTimeout(next, problem === null ? times.renewMs : times.renewMs / 4);
    timer.unref();
  }

  function next(): void {
    turn = tick();
  }

  return {
    node,
    rows,
    remotes,
    /** Null until the database was reached once. */
    secret: () => secret,
    /** Why PostgreSQL does not answer; null where it does. */
    problem: () => problem,
    leads: (name: string) => led.has(name),
    names: () => [...led.keys()],
    /** `url`: where other nodes reach this one. */
    async start(url: string, handlers: ClusterEvents): Promise<void> {
      node.url = url;
      events = handlers;
      await tick();
    },
    /** The address of the node that leads a vault; null where this one does, or none. The own one is that of a process before this one. */
    async leaderOf(name: string): Promise<string | null> {
      const vault = folders.idOf(name);
      if (vault === null || led.has(name)) return null;
      const known = leaders.get(name);
      if (known !== undefined && performance.now() - known.at < KNOWN_MS) return known.url;
      const url = await rows.leaderOf(vault, isJustBack());
      leaders.set(name, { url, at: performance.now() });
      return url;
    },
    /** Leaves a vault whose leader is gone to the first node that is asked for it. */
    async discard(name: string): Promise<void> {
      const vault = folders.idOf(name);
      if (vault !== null) await rows.discard(vault);
    },
    /** A leader that does not answer is asked for again. */
    forget: (name: string) => void leaders.delete(name),
    /** Makes this node the leader. Throws `busy` where another one is. */
    async lead(name: string): Promise<Lead> {
      const vault = folders.idOf(name);
      const root = folders.find(name);
      if (vault === null || root === null || remotes.removed().includes(name)) return refuse();
      taking.add(vault);
      const fence = await rows.take(vault, name, lastFence(root)).catch((error: unknown) => {
        // If only the answer got lost, the next renewal finds a lease that nobody here holds, and gives it back.
        taking.delete(vault);
        throw error;
      });
      leaders.delete(name);
      if (fence === null) {
        taking.delete(vault);
        return refuse();
      }
      const demand = () => {
        if (led.get(name) !== lead) refuse();
        // From the first refusal on, nothing more: whatever was begun is repaired when the vault is opened again.
        lead.lapsed ||= validity.isOver();
        if (lead.lapsed) refuseLapsed();
      };
      const end = putFence(root, { demand, drafts: draftsOf(root, fence) });
      const lead: Led = { vault, name, fence, lapsed: false, ends: false, end, release };
      led.set(name, lead);
      taking.delete(vault);
      async function release(hasWork = false): Promise<void> {
        end();
        if (led.get(name) !== lead) return;
        led.delete(name);
        await rows.giveBack(lead, hasWork).catch(() => {});
      }
      try {
        // The lease may have been taken while no renewal was under way.
        if (validity.isOver()) await renew();
        takeLead(root, fence);
        return lead;
      } catch (error) {
        await release();
        throw error;
      }
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await turn;
      clearTimeout(timer);
      orphans.stop();
      for (const end of endFences) end();
      await rows.leave().catch(() => {});
    },
  };
}
