import type { Agents } from '../../agents/create-agents.js';
import type { ServeVaultOptions } from '../../memory/serve-vault.js';
import { createService } from '../../service/create-service.js';
import { openEngine } from '../../service/engine/open-engine.js';
import type { SharedVault } from '../../service/shared-vault.js';
import type { UpdateKeeper } from '../../service/updates/update-keeper.js';
import { systemClock } from '../../shared/clock.js';
import { errorMessage } from '../../shared/errors.js';
import { createVault } from '../../vault/vault.js';
import type { Cluster } from '../cluster.js';
import type { Turns } from '../turns.js';
import type { VaultFolders } from '../vault-folders.js';
import { type MeetingDeps, type RemoteVault, syncCopy } from './meet.js';
import { clearIfSent } from './unsent.js';

/** How long a node waits for the remote when it stops or gives an unused vault back. */
const LONGEST_LAST_MS = 8_000;
/** Copies that are brought in step at the same time, beside the vaults that this node leads. */
const MOST_AT_ONCE = 2;
/** The first pause after a failure; it doubles each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

interface CopiesDeps extends Pick<ServeVaultOptions, 'agents' | 'language' | 'historyLimitBytes' | 'env'> {
  folders: VaultFolders;
  turns: Turns;
  log(message: string): void;
}

/** The copies on this node of vaults that the nodes share through remotes. */
export function keepCopies({ remotes }: Cluster, { folders, turns, log, ...options }: CopiesDeps) {
  /** From before a vault is led until after it is given back. */
  const inUse = new Set<string>();
  const sending = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const indexer = createCopyIndexer(turns, stopping.signal);
  const failures = new Map<string, { count: number; notBefore: number }>();

  const depsOf = (name: string): MeetingDeps & typeof options => ({
    ...options,
    root: folders.find(name)!,
    log: (message) => log(`${name}: ${message}`),
  });

  async function send(name: string): Promise<void> {
    const row = await remotes.find(name);
    if (row === null) return;
    const deps = depsOf(name);
    const { keeper } = remotes.join(row, deps);
    await sendLeft(row, deps, keeper, stopping.signal);
    if (!inUse.has(name)) indexer.start(deps);
  }

  return {
    /** Waits until nothing else uses this copy, and keeps it that way until `end`. */
    async begin(name: string): Promise<void> {
      inUse.add(name);
      await sending.get(name);
      const root = folders.find(name);
      if (root !== null) await indexer.stop(root);
    },
    end: (name: string): void => void inUse.delete(name),
    /** Null for a vault of this node alone. */
    async share(name: string): Promise<SharedVault | null> {
      const row = await remotes.find(name);
      return row && remotes.join(row, depsOf(name));
    },
    /** Sends the last changes of a closed vault before it is given back; if that fails, they are sent later. */
    async sendLast(name: string): Promise<void> {
      const deps = depsOf(name);
      try {
        // Even if every entry is sent: a file that was just written may not be recorded yet.
        const row = await remotes.find(name);
        if (row !== null) await syncCopy(row, deps, AbortSignal.timeout(LONGEST_LAST_MS));
        clearIfSent(deps.root);
      } catch (error) {
        deps.log(errorMessage(error));
      }
    },
    /** Starts sending and returns at once. Vaults that are being opened come first; after a failure, the next attempt comes after a pause. */
    sendLeft(name: string): void {
      const { count = 0, notBefore = 0 } = failures.get(name) ?? {};
      if (inUse.has(name) || sending.has(name) || performance.now() < notBefore) return;
      if (sending.size >= MOST_AT_ONCE || turns.isOpening() || stopping.signal.aborted) return;
      const run = send(name)
        .then(() => void failures.delete(name))
        .catch((error: unknown) => {
          if (count === 0 && !stopping.signal.aborted) log(`${name}: ${errorMessage(error)}`);
          const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
          failures.set(name, { count: count + 1, notBefore: performance.now() + pause });
        })
        .finally(() => sending.delete(name));
      sending.set(name, run);
    },
    /** What is not done is done when the node is back. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...sending.values(), indexer.idle()]);
    },
  };
}

/**
 * Brings a copy in step whose vault this node does not lead: fills a new one, and sends the changes that the node had not sent when it died
 * or lost the lead. Repairs the copy as a starting service does, and syncs. Another node may lead the vault meanwhile; it gets the changes
 * from the remote.
 */
async function sendLeft(
  row: RemoteVault,
  deps: MeetingDeps & { agents: Agents; historyLimitBytes: number },
  keeper: UpdateKeeper,
  stopped: AbortSignal,
): Promise<void> {
  const vault = createVault({ root: deps.root, clock: systemClock });
  const service = await createService({
    ...deps,
    vault,
    engine: await openEngine(vault, deps.env, { watched: true }),
    historyLimit: deps.historyLimitBytes,
    shared: {
      keeper,
      async join({ signal }) {
        await syncCopy(row, deps, AbortSignal.any([signal, stopped]));
        return false;
      },
    },
  });
  await service.stop();
  clearIfSent(deps.root);
}

interface IndexedCopy {
  root: string;
  env: NodeJS.ProcessEnv;
  log(message: string): void;
}

/**
 * Indexes copies of vaults that this node does not lead: a node that takes the lead has no time for that. Vaults that are being opened come
 * first. What is missing at the end is indexed when the vault is opened.
 */
export function createCopyIndexer(turns: Turns, stopped: AbortSignal) {
  const running = new Map<string, { ended: Promise<void>; stop: AbortController }>();

  async function index({ root, env, log }: IndexedCopy, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const engine = await openEngine(createVault({ root, clock: systemClock }), env);
    try {
      await engine.refresh({ signal });
    } catch (error) {
      if (!signal.aborted) log(errorMessage(error));
    } finally {
      engine.close();
    }
  }

  return {
    /** Starts and returns at once. */
    start(copy: IndexedCopy): void {
      if (running.has(copy.root)) return;
      const stop = new AbortController();
      const signal = AbortSignal.any([stopped, stop.signal]);
      const ended = turns
        .catchUp(
          signal,
          () => false,
          () => index(copy, signal),
        )
        .finally(() => running.delete(copy.root));
      running.set(copy.root, { ended, stop });
    },
    /** Resolves when nothing indexes this copy any more. */
    async stop(root: string): Promise<void> {
      running.get(root)?.stop.abort();
      await running.get(root)?.ended;
    },
    /** Resolves when nothing is indexed any more, after `stopped`. */
    idle: async () => void (await Promise.all([...running.values()].map(({ ended }) => ended))),
  };
}
