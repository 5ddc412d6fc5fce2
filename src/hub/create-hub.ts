import { type ServedVault, type ServeVaultOptions, serveVault } from '../memory/serve-vault.js';
import { openVaultFolders, type VaultFolders } from './vault-folders.js';

export interface HubOptions extends Omit<ServeVaultOptions, 'root' | 'url' | 'lost'> {
  /** The folder of the vaults. */
  folder: string;
}

/** The vaults of a folder, served by one process. */
export interface Hub extends Pick<VaultFolders, 'folder' | 'names' | 'find'> {
  /** Starts the service of a vault. `lost` is called if another service takes it over. */
  serve(name: string, url: string, lost: () => void): Promise<ServedVault>;
  log(message: string): void;
}

export function createHub({ folder, log, ...options }: HubOptions): Hub {
  const folders = openVaultFolders(folder);
  return {
    folder: folders.folder,
    names: folders.names,
    find: folders.find,
    log,
    async serve(name, url, lost) {
      const served = await serveVault({
        ...options,
        root: folders.find(name)!,
        url,
        log: (message) => log(`${name}: ${message}`),
        lost,
      });
      served.setUrl(url);
      return served;
    },
  };
}
