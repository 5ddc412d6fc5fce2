import { editDistance } from '../shared/edit-distance.js';
import { hasControlCharacter, joinPath, ROOT, showPath, type VaultPath } from './paths.js';
import { locate } from './resolve.js';
import { type Entry, listFolder, walk } from './scan.js';

/** An existing path close to a missing one, as it is shown; null if there is none. */
export type NearPaths = (path: VaultPath) => string | null;

/** A list with more mistakes than this gets no more suggestions. */
const MOST_SUGGESTIONS = 10;
/** In a vault with more files and folders, missing parent folders are not searched. */
const MOST_ENTRIES = 50_000;

/**
 * Suggests paths for the mistakes of one call: a typo, a missing ending, a missing parent folder. Scans the vault
 * at most once, however many there are.
 */
export function createNearPaths(root: string): NearPaths {
  let left = MOST_SUGGESTIONS;
  let entries: Found[] | null = null;
  return (path) => {
    if (left-- <= 0) return null;
    let near = similarPath(root, path);
    if (near === null) {
      entries ??= listAll(root);
      near = longerPath(entries, path);
    }
    return near === null || hasControlCharacter(near) ? null : near;
  };
}

type Found = Pick<Entry, 'kind'> & { path: VaultPath };

function listAll(root: string): Found[] {
  const found: Found[] = [];
  try {
    for (const entry of walk(root, root, ROOT)) if (found.push(entry) > MOST_ENTRIES) return [];
    return found;
  } catch {
    return [];
  }
}

/** The only file or folder whose path ends in this one. */
function longerPath(entries: readonly Found[], path: VaultPath): string | null {
  const found = entries.filter((entry) => entry.path.endsWith(`/${path}`));
  return found.length === 1 ? showPath(found[0]!.path, found[0]!.kind) : null;
}

function similarPath(root: string, path: VaultPath): string | null {
  try {
    let at = ROOT;
    for (const segment of path.split('/')) {
      const exact = joinPath(at, segment);
      if (locate(root, exact).kind !== 'missing') {
        at = exact;
        continue;
      }
      const names = listFolder(root, locate(root, at).target, at).map((entry) => entry.name);
      const near = nearest(segment, names);
      if (near === null) return null;
      at = joinPath(at, near);
    }
    const place = locate(root, at);
    return at === path || place.kind === 'missing'
      ? null
      : showPath(at, place.kind === 'folder' ? 'folder' : 'file');
  } catch {
    return null;
  }
}

/** The name with the smallest difference, if it is small. */
export function nearest(name: string, names: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 4)) + 1;
  for (const other of names) {
    const candidate = other.toLowerCase();
    const distance = candidate.startsWith(`${wanted}.`)
      ? 0
      : editDistance(wanted, candidate, bestDistance - 1);
    if (distance < bestDistance) {
      best = other;
      bestDistance = distance;
    }
  }
  return best;
}
