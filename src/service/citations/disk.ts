import { type Bytes, isText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import { readSmall } from '../history/differences.js';

export type Disk = ReturnType<typeof createDisk>;

/** The files as they are now, the lines of each read once. */
export function createDisk(vault: Pick<Vault, 'root'>) {
  const known = new Map<VaultPath, string[] | null>();

  function bytes(path: VaultPath): Bytes | null {
    const place = tryLocate(vault.root, path, 'not_found');
    return place?.kind === 'file' ? readSmall(place.target) : null;
  }

  function read(path: VaultPath): string[] | null {
    const found = bytes(path);
    return found !== null && isText(found) ? shownLines(found.toString('utf8')) : null;
  }

  return {
    root: vault.root,
    /** Null if there is no such file in the vault; read again each time. */
    bytes,
    /** Null if there is no such text. */
    lines(path: VaultPath): string[] | null {
      const found = known.has(path) ? known.get(path)! : read(path);
      known.set(path, found);
      return found;
    },
  };
}
