import type { FileSource, FileVersion } from '../files.js';

/** So many files are prepared in a thread; fewer are done before one has started. */
export const MANY = 400;

export type Version = Omit<FileVersion, 'path'>;

/** Compares the files with what an index knows, by size and time. Of `known`, those that are gone are left. */
export async function compareFiles(known: Map<string, Version>, list: FileSource['list']) {
  const { size } = known;
  const changed: FileVersion[] = [];
  // Of a hundred thousand files, no second list is made.
  const { fingerprint, hides } = await list((file) => {
    const old = known.get(file.path);
    if (old === undefined || !isSame(old, file)) changed.push(file);
    known.delete(file.path);
  }, size);
  for (const path of known.keys()) if (hides(path)) known.delete(path);
  // Many changed files are still to be indexed, but the index has most of the vault.
  const isLagging = changed.length >= MANY && changed.length <= size / 2;
  return { changed, gone: known, isLagging, fingerprint };
}

export function isSame(a: Version, b: Version): boolean {
  return a.size === b.size && a.modified === b.modified;
}
