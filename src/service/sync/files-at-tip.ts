import { blobId } from '../../vault/blob-id.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';

export type FilesAtTip = ReturnType<typeof createFilesAtTip>;

/** The files of a commit to come: those of its parent, with the changes that it makes. */
export function createFilesAtTip(blobs: ReadonlyMap<VaultPath, string>) {
  const files = new Map(blobs);
  const folders = new Map<string, number>();
  const fresh = new Map<string, Bytes>();
  let changes = new Map<VaultPath, string | null>();
  for (const path of files.keys()) count(path, 1);

  function count(path: VaultPath, by: 1 | -1): void {
    for (const folder of foldersOf(path)) {
      const next = (folders.get(folder) ?? 0) + by;
      if (next === 0) folders.delete(folder);
      else folders.set(folder, next);
    }
  }

  /** True if a file can't be made there: the name is that of a file or a folder, or a folder above it is a file. */
  const isTaken = (path: VaultPath) =>
    files.has(path) || folders.has(path) || foldersOf(path).some((folder) => files.has(folder as VaultPath));

  return {
    blob: (path: VaultPath): string | null => files.get(path) ?? null,
    paths: () => files.keys(),
    /** Content that no commit has yet. */
    fresh: (blob: string): Bytes | undefined => fresh.get(blob),
    isTaken,
    /** Content that is recorded, or nothing. */
    set(path: VaultPath, blob: string | null): void {
      if ((files.get(path) ?? null) === blob) return;
      if (blob === null) {
        files.delete(path);
        count(path, -1);
      } else {
        if (!files.has(path)) count(path, 1);
        files.set(path, blob);
      }
      changes.set(path, blob);
    },
    /** Keeps content for the commit to come; returns its id. */
    keep(bytes: Bytes): string {
      const id = blobId(bytes);
      fresh.set(id, bytes);
      return id;
    },
    /** A name beside a path that is free, with words that say whose version it is. */
    nameBeside: (path: VaultPath, words: string): VaultPath => nameBeside(path, words, isTaken),
    /** True if there are changes since the last `take`. */
    isChanged: () => changes.size > 0,
    /** The changes since the last call. */
    take(): ReadonlyMap<VaultPath, string | null> {
      const taken = changes;
      changes = new Map();
      return taken;
    },
  };
}

export function nameBeside(path: VaultPath, words: string, isTaken: (name: VaultPath) => boolean): VaultPath {
  const dot = path.lastIndexOf('.');
  const end = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
  for (let number = 1; ; number++) {
    const addition = number === 1 ? words : `${words} ${number}`;
    const name = `${path.slice(0, end)} (${addition})${path.slice(end)}` as VaultPath;
    if (!isTaken(name)) return name;
  }
}

function foldersOf(path: VaultPath): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
