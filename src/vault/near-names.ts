import { editDistance } from '../shared/edit-distance.js';
import { hasControlCharacter, joinPath, ROOT, showPath, type VaultPath } from './paths.js';
import { locate } from './resolve.js';
import { listFolder, walk } from './scan.js';

/**
 * An existing path close to one that does not exist (a typo, a missing ending, a forgotten folder above it), as it is
 * shown; null if none is.
 */
export function nearPath(root: string, path: VaultPath): string | null {
  const near = similarPath(root, path) ?? longerPath(root, path);
  return near === null || hasControlCharacter(near) ? null : near;
}

/** The one file or folder whose path ends in this one. */
function longerPath(root: string, path: VaultPath): string | null {
  try {
    const found = [...walk(root, root, ROOT)].filter((entry) => entry.path.endsWith(`/${path}`));
    return found.length === 1 ? showPath(found[0]!.path, found[0]!.kind) : null;
  } catch {
    return null;
  }
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

/** The name that differs least, if it differs little. */
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
