import { RappelError } from '../shared/errors.js';
import type { ToolContext, ToolResult } from '../tools/define-tool.js';
import { isText, readBytes } from '../vault/files.js';
import { parsePath, showPath, type VaultPath } from '../vault/paths.js';
import { type Place, tryLocate } from '../vault/resolve.js';
import { versionOfBytes } from '../vault/stamp.js';
import type { Vault } from '../vault/vault.js';
import { type DeletionRequest, filesOf } from './deletion-request.js';

/** The most files a run may delete without asking. */
const MOST_DELETIONS = 20;
const MOST_NAMED = 20;

/**
 * The vault as an agent's run sees it: the run can delete only files it has read, inside folders too, and at
 * most `MOST_DELETIONS` of them. Deletions beyond that are collected for the user to decide.
 */
export function guardDeletions({ vault, session }: ToolContext) {
  const images = new Map<VaultPath, string>();
  const wanted: DeletionRequest = { targets: [], files: {} };
  let deleted = 0;

  function isRead(path: VaultPath): boolean {
    const place = tryLocate(vault.root, path);
    if (place?.kind !== 'file') return false;
    const bytes = readBytes(place);
    if (!isText(bytes)) return images.get(path) === versionOfBytes(bytes);
    return session.check(path, bytes.toString('utf8')) === 'current';
  }

  const guarded: Vault = {
    ...vault,
    remove(place, batch) {
      const files = filesOf(place);
      const unread = files.filter((path) => path === null || !isRead(path));
      if (unread.length > 0) throw notRead(place, unread);
      if (deleted + files.length > MOST_DELETIONS) {
        wanted.targets.push(place.path);
        for (const path of files.filter((path) => path !== null))
          wanted.files[path] = versionOfBytes(readBytes(vault.locate(path)));
        throw tooMany(place);
      }
      vault.remove(place, batch);
      deleted += files.length;
    },
  };
  return {
    vault: guarded,
    /** Called after every successful call: an image that was shown counts as read. */
    sawImages({ images: shown }: ToolResult): void {
      for (const { path, bytes } of shown) images.set(parsePath(path), versionOfBytes(bytes));
    },
    /** The deletions beyond the limit; null if there are none. */
    get wanted(): DeletionRequest | null {
      return wanted.targets.length === 0 ? null : wanted;
    },
  };
}

function notRead(place: Place, unread: readonly (VaultPath | null)[]): RappelError {
  if (place.kind === 'file') {
    return new RappelError('not_read', 'delete.not_read', { path: place.shown });
  }
  const visible = unread.filter((path) => path !== null);
  const hidden = unread.length - visible.length;
  const names = visible.slice(0, MOST_NAMED).map((path) => showPath(path));
  if (visible.length > MOST_NAMED) names.push(`and ${visible.length - MOST_NAMED} more`);
  if (hidden > 0) names.push(`${hidden} hidden, which only the user can delete`);
  return new RappelError('not_read', 'delete.folder_not_read', {
    files: names.join(', '),
    path: showPath(place.path, 'folder'),
  });
}

function tooMany(place: Place): RappelError {
  return new RappelError('protected', 'delete.too_many', { most: MOST_DELETIONS, path: place.shown });
}
