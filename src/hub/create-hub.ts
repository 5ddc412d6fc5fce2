import { type ServedVault, type ServeVaultOptions, serveVault } from '../memory/serve-vault.js';
import { createQueue } from '../service/updates/queue.js';
import { systemClock } from '../shared/clock.js';
import type { Cluster } from './cluster.js';
import type { HubPeople } from './people/open-people.js';
import { keepCopies } from './remotes/keep-copies.js';
import { createTurns } from './turns.js';
import { openVaultFolders, type VaultFolders } from './vault-folders.js';

export interface HubOptions extends Omit<ServeVaultOptions, 'root' | 'url' | 'lost' | 'inTurn'> {
  /** The folder of the vaults. */
  folder: string;
  /** Makes this process one node among others; null where it is the only one. */
  cluster?: ((folders: VaultFolders) => Cluster) | null;
  /** Null where only tokens let in. */
  people?: ((folders: VaultFolders) => HubPeople) | null;
}

/** The vaults of a folder, served by one process. */
export interface Hub extends Pick<VaultFolders, 'folder' | 'names' | 'find' | 'isRemoved' | 'nowhere'> {
  /** Starts the service of a vault. `lost` is called if another service takes it over; `isAwaited` tells whether a request waits for it. */
  serve(name: string, url: string, lost: () => void, isAwaited: () => boolean): Promise<ServedVault>;
  /** Null where this process is the only one that serves the folder. */
  readonly cluster: Cluster | null;
  /** Null where only tokens let in. */
  readonly people: HubPeople | null;
  /** True if an update waits in a vault, open or not. */
  hasWork(name: string): boolean;
  /** Sends changes of this node that the remote may not have; another node may lead the vault. */
  sendLeft(name: string): void;
  /** Ends that. */
  stopSending(): Promise<void>;
  log(message: string): void;
}

export function createHub({ folder, log, cluster: join = null, people = null, ...options }: HubOptions): Hub {
  const folders = openVaultFolders(folder);
  const cluster = join?.(folders) ?? null;
  const turns = createTurns();

  const copies = cluster && keepCopies(cluster, { ...options, folders, turns, log });

  async function serve(name: string, url: string, lost: () => void): Promise<ServedVault> {
    await copies?.begin(name);
    const lead = await cluster?.lead(name).catch((error) => {
      copies?.end(name);
      throw error;
    });
    const release = async () => {
      await lead?.release();
      copies?.end(name);
    };
    try {
      const shared = (await copies?.share(name)) ?? null;
      const served = await serveVault({
        ...options,
        root: folders.find(name)!,
        url,
        log: (message) => log(`${name}: ${message}`),
        lost,
        inTurn: turns.catchUp,
        ...(shared && { shared }),
      });
      const close = async () => {
        try {
          await served.close();
          if (shared !== null) await copies!.sendLast(name);
        } finally {
          await release();
        }
      };
      try {
        served.setUrl(url);
      } catch (error) {
        await close();
        throw error;
      }
      return { ...served, close };
    } catch (error) {
      await release();
      throw error;
    }
  }

  return {
    cluster,
    people: people?.(folders) ?? null,
    folder: folders.folder,
    names: folders.names,
    find: folders.find,
    isRemoved: folders.isRemoved,
    nowhere: folders.nowhere,
    hasWork(name) {
      const root = folders.find(name);
      return root !== null && createQueue({ root, clock: systemClock }).waiting().length > 0;
    },
    sendLeft: (name) => copies?.sendLeft(name),
    stopSending: async () => copies?.stop(),
    log,
    serve: (name, url, lost, isAwaited) => turns.open(isAwaited, () => serve(name, url, lost)),
  };
}
