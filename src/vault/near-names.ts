import { nearest } from '../shared/nearest.js';
import { hasControlCharacter, joinPath, ROOT, showPath, type VaultPath } from './paths.js';
import { locate } from './resolve.js';
import { type Entry, listFolder, walk } from './scan.js';

/** Existing paths close to a missing one, nearest first, as they are shown. */
export type NearPaths = (path: VaultPath) => string[];

/** A list with more mistakes than this gets no more suggestions. */
const MOST_SUGGESTIONS = 10;
const MOST_PATHS = 3;
/** In a vault with more files and folders, missing parent folders are not searched. */
const MOST_ENTRIES = 50_000;

/**
 * Suggests paths for the mistakes of one call: a typo, a missing ending, a missing or half-remembered parent folder. Scans
 * the vault at most once, however many there are.
 */
export function createNearPaths(root: string): NearPaths {
  let left = MOST_SUGGESTIONS;
  let entries: Found[] | null = null;
  return (path) => {
    if (left-- <= 0) return [];
    const similar = similarPath(root, path);
    if (similar !== null) return hasControlCharacter(similar) ? [] : [similar];
    entries ??= listAll(root);
    const longer = entries.filter((entry) => entry.path.endsWith(`/${path}`));
    return (longer.length > 0 ? longer : namesakes(entries, path))
      .map((entry) => showPath(entry.path, entry.kind))
      .filter((shown) => !hasControlCharacter(shown))
      .slice(0, MOST_PATHS);
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

/** Entries of the same name in folders that share a word with the wanted ones, most words first. */
function namesakes(entries: readonly Found[], path: VaultPath): Found[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const wanted = folderWords(path);
  return entries
    .filter((entry) => entry.path.endsWith(`/${name}`))
    .map((entry) => ({
      entry,
      shared: [...folderWords(entry.path)].filter((word) => wanted.has(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ entry }) => entry);
}

/** Without the folders that every vault has. */
function folderWords(path: string): Set<string> {
  const folders = path.toLowerCase().split('/').slice(0, -1);
  const words = folders.join(' ').split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length > 2 && !['projects', 'bucket', 'inbox'].includes(word)));
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
