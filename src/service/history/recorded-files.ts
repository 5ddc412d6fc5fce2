import { grown } from '../../shared/grown.js';
import type { PathTable } from '../../vault/path-table.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Version, Versions } from './history.js';

const ID_BYTES = 20;

/** The recorded content of files, as a map does it, in a tenth of its memory. */
export interface RecordedFiles extends Versions {
  set(path: VaultPath, version: Version): void;
  delete(path: VaultPath): void;
  /** Takes over what others hold, which number their paths alike. */
  add(others: RecordedFiles): void;
  /** A copy that later entries don't change. */
  copy(): Versions;
  /** The ids of all files by their numbers, 20 bytes each, and a 1 for each that is recorded. */
  raw(): Raw;
}

interface Raw {
  ids: Uint8Array;
  held: Uint8Array;
}

export function createRecordedFiles(
  paths: PathTable,
  /** `held` is 1 for a file that is recorded. */
  { ids, held }: Raw = { ids: new Uint8Array(0), held: new Uint8Array(0) },
): RecordedFiles {
  function versionAt(number: number): Version {
    return Buffer.from(ids.buffer, number * ID_BYTES, ID_BYTES).toString('hex');
  }

  function* numbers(): Generator<number> {
    for (let number = held.indexOf(1); number !== -1; number = held.indexOf(1, number + 1)) yield number;
  }

  function* entries(): Generator<[VaultPath, Version]> {
    for (const number of numbers()) yield [paths.at(number), versionAt(number)];
  }

  return {
    has: (path) => held[paths.find(path)] === 1,
    get(path) {
      const number = paths.find(path);
      return held[number] === 1 ? versionAt(number) : undefined;
    },
    set(path, version) {
      const number = paths.add(path);
      ids = grown(ids, paths.size * ID_BYTES);
      held = grown(held, paths.size);
      Buffer.from(ids.buffer, number * ID_BYTES, ID_BYTES).write(version, 'hex');
      held[number] = 1;
    },
    delete(path) {
      const number = paths.find(path);
      if (number in held) held[number] = 0;
    },
    // As bytes: a new history holds every file, and requests wait meanwhile.
    add(others) {
      const from = others.raw();
      ids = grown(ids, from.ids.length);
      held = grown(held, from.held.length);
      for (let number = from.held.indexOf(1); number !== -1; number = from.held.indexOf(1, number + 1)) {
        const at = number * ID_BYTES;
        ids.set(from.ids.subarray(at, at + ID_BYTES), at);
        held[number] = 1;
      }
    },
    copy: () => createRecordedFiles(paths, { ids: ids.slice(), held: held.slice() }),
    raw: () => ({ ids, held }),
    *keys() {
      for (const number of numbers()) yield paths.at(number);
    },
    [Symbol.iterator]: entries,
  };
}
