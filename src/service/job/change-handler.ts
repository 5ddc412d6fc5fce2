import { RappelError } from '../../shared/errors.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { type Place, tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import type { Problems } from '../events/problems.js';
import type { LiveTree } from './live-tree.js';
import type { SeenFiles } from './seen-files.js';
import { stampOutsideChange } from './stamp-file.js';
import { visitEntries } from './visit-entries.js';

interface ChangeHandlerDeps {
  vault: Vault;
  tree: LiveTree;
  seen: SeenFiles;
  problems: Problems;
  /** There is more work to do. */
  changed(path: VaultPath): void;
  /** A file was changed by another program. */
  onEdit(path: VaultPath): void;
  /** The generated tree file is missing. */
  onTreeLost(): void;
}

const STAMP_AGAIN_MS = 30_000;

export function createChangeHandler(deps: ChangeHandlerDeps) {
  const { vault, tree, seen, problems, changed } = deps;
  const unstamped = new Set<VaultPath>();
  // What could not be stamped (a full disk, no permission) is tried again now and then.
  const retry = setInterval(() => {
    for (const path of unstamped) changed(path);
  }, STAMP_AGAIN_MS);
  retry.unref();

  /**
   * Stamps a file that is quiet and brings the tree up to date. `known` is what the history last knew of it. True if the
   * place is not as it was last seen.
   */
  async function handle(path: VaultPath, isQuiet: boolean, known: Bytes | null): Promise<boolean> {
    let place = tryLocate(vault.root, path, 'io');
    if (place === null) return false;
    if (place.kind === 'folder') return handleFolder(place);
    if (place.kind === 'file') {
      if (isQuiet) await tryStamp(place, known);
      else changed(path);
      place = tryLocate(vault.root, path, 'io') ?? place;
    }
    if (place.kind === 'missing') {
      unstamped.delete(path);
      // Whatever was in a folder that is gone is gone as well.
      if (seen.isFolder(path)) for (const file of seen.below(path)) changed(file);
    }
    const isNew = seen.note(place);
    // Rappel writes this file itself: its change leads to nothing, but it has to be there.
    if (path === 'tree.md') {
      if (place.kind === 'missing') deps.onTreeLost();
      return false;
    }
    if (!isNew) return false;
    tree.refresh(path);
    deps.onEdit(path);
    return true;
  }

  /** Its files bring their own events, unless the watcher came too late for them. */
  async function handleFolder(place: Place): Promise<boolean> {
    if (seen.isFolder(place.path) || place.entry !== place.target) return false;
    seen.note(place);
    tree.addFolder(place.path);
    await visitEntries(vault.root, (path) => seen.has(path) || changed(path), place);
    return true;
  }

  async function tryStamp(place: Place, known: Bytes | null): Promise<void> {
    try {
      await stampOutsideChange(vault, place, known);
      unstamped.delete(place.path);
      if (unstamped.size === 0) problems.clear('stamp');
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      if (error.code === 'stale' || error.code === 'not_found') changed(place.path);
      else {
        unstamped.add(place.path);
        problems.report('stamp', error);
      }
    }
  }

  return { handle, stop: () => clearInterval(retry) };
}
