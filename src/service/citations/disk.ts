import { isText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { readSmall } from '../history/differences.js';

export type Disk = ReturnType<typeof createDisk>;

/** The files as they are now, each read once. */
export function createDisk(vault: Vault) {
  const known = new Map<VaultPath, string[] | null>();

  function read(path: VaultPath): string[] | null {
    const { kind, target } = vault.locate(path);
    const bytes = kind === 'file' ? readSmall(target) : null;
    return bytes !== null && isText(bytes) ? shownLines(bytes.toString('utf8')) : null;
  }

  return {
    root: vault.root,
    /** Null if there is no such text. */
    lines(path: VaultPath): string[] | null {
      const found = known.has(path) ? known.get(path)! : read(path);
      known.set(path, found);
      return found;
    },
  };
}
