import picomatch from 'picomatch';
import type { VaultPath } from './paths.js';

// True for a path with wildcards: `projects/*/state.md`, `bucket/**`, `{a,b}.md`.
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** Tests normalised paths against a wildcard path. Hidden names never match. */
export function globMatcher(pattern: VaultPath): (path: string) => boolean {
  // Extended groups are left out: they can make a pattern take exponential time.
  return picomatch(pattern, { dot: false, noextglob: true, nonegate: true });
}

/** The folder above the first wildcard: nothing outside it can match. */
export function globBase(pattern: VaultPath): VaultPath {
  const fixed: string[] = [];
  for (const segment of pattern.split('/')) {
    if (isGlob(segment)) break;
    fixed.push(segment);
  }
  return fixed.join('/') as VaultPath;
}
