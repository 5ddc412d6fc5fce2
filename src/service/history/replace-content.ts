import { blobId } from '../../vault/blob-id.js';
import { type Bytes, readBytes, stale, writeIfUnchanged } from '../../vault/files.js';
import { withFileLock } from '../../vault/lock.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { Version } from './history.js';

/** Identifies the current content of a path; null if there is none. */
export function versionNow(vault: Vault, path: VaultPath): Version | null {
  const bytes = contentNow(vault, path);
  return bytes === null ? null : blobId(bytes);
}

export function contentNow(vault: Vault, path: VaultPath): Bytes | null {
  const place = vault.locate(path);
  return place.kind === 'missing' ? null : readBytes(place);
}

export function textVersion(bytes: Bytes | null): string | null {
  return bytes === null ? null : versionOfBytes(bytes);
}

/** A text that never existed before gets new stamps. Throws `stale` if the file is not what is expected. */
export function saveMerged(vault: Vault, path: VaultPath, expected: string | null, text: string): Bytes {
  const place = vault.locate(path);
  const { after } = vault.save(place, (now) => {
    if ((now === null ? null : versionOf(now)) !== expected) throw stale(place.shown);
    return text;
  });
  return Buffer.from(after);
}

/** Exactly these bytes, stamps included; what is removed goes into this batch of the trash. Throws in the same way. */
export function putContent(
  vault: Vault,
  path: VaultPath,
  expected: string | null,
  bytes: Bytes | null,
  batch?: string,
): void {
  const place = vault.locate(path);
  withFileLock(place.target, () => {
    const current = contentNow(vault, path);
    if (textVersion(current) !== expected) throw stale(place.shown);
    if (bytes !== null) writeIfUnchanged(place, current, bytes);
    else if (current !== null) vault.remove(place, batch);
  });
}
