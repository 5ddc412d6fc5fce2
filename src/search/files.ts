import { createHash } from 'node:crypto';
import { RappelError } from '../shared/errors.js';
import { isText, readBytes } from '../vault/files.js';
import { type FileStats, findFiles } from '../vault/find-files.js';
import { fieldOf, splitFrontmatter } from '../vault/frontmatter.js';
import { hasTextName, kindOf } from '../vault/kinds.js';
import { recordedPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { createUnlistable, visitFiles } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';

/** A file of the vault by its size and time. */
export interface FileStat {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

type Visit = (file: FileStat) => void;

/** What is known of all files together. */
interface Listing {
  /** The same for the same files with the same sizes and times: comparing it is cheaper than comparing each file. */
  fingerprint: string;
  /** Whether a file is in a folder that can't be listed: nothing is known of it. */
  hides(path: string): boolean;
}

/** Where an engine gets its files from: all that it knows of a vault. */
export interface FileSource {
  /**
   * Visits every file that is indexed, with its size and time, and lets others run meanwhile: what they change may be missed.
   * Throws where the vault can't be read. `expected`: about how many files there are.
   */
  list(visit: Visit | null, expected?: number): Promise<Listing>;
  /** The text of a file as it is now; null if it is gone, is not text or is not indexed. */
  read(path: string): { text: string; version: FileStat } | null;
  /** Its size and time alone; null where it is gone or is not indexed. */
  version(path: string): FileStat | null;
}

/** `passesOver`: a folder that can't be listed does not keep the rest from being listed. */
export function createFileSource(vault: Vault, passesOver = false): FileSource {
  return {
    async list(visit, expected = 0) {
      const found = expected < FOUND_FASTER ? null : await findFiles(vault.root);
      if (found !== null) {
        if (visit !== null) await found.visit(indexed(visit));
        const fingerprint = createHash('sha1').update(found.bytes).digest('base64');
        return { fingerprint, hides: () => false };
      }
      const unlistable = passesOver ? createUnlistable() : null;
      const look = (each: Visit) => visitFiles(vault.root, indexed(each), unlistable?.add);
      const listing = await listOneByOne(look)(visit);
      return unlistable === null ? listing : { ...listing, hides: unlistable.holds };
    },
    read(path) {
      return atPlace(path, (place) => {
        // Sized before it is read: a change in between shows as a difference the next time, never the other way round.
        const version = versionOf(path, place.stats!);
        const bytes = readBytes(place);
        if (!isText(bytes)) return null;
        const text = bytes.toString('utf8');
        return { text: isHidden(text) ? '' : text, version };
      });
    },
    version(path) {
      return atPlace(path, (place) => versionOf(path, place.stats!));
    },
  };

  function atPlace<Result>(path: string, look: (place: Place) => Result): Result | null {
    if (!isIndexed(path)) return null;
    try {
      const place = vault.locate(recordedPath(path));
      return place.kind === 'file' ? look(place) : null;
    } catch (error) {
      if (error instanceof RappelError) return null;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

/** Files from which on a process that looks at them takes less time than it takes to start. */
const FOUND_FASTER = 1_000;

function indexed(visit: Visit): (path: string, stats: FileStats) => void {
  return (path, stats) => {
    if (isIndexed(path)) visit(versionOf(path, stats));
  };
}

/** The list of a source that looks at one file after the other. */
export function listOneByOne(look: (each: Visit) => Promise<void>): FileSource['list'] {
  return async (visit) => {
    const fingerprint = createFingerprint();
    await look((file) => {
      fingerprint.add(file.path, file.size, file.modified);
      visit?.(file);
    });
    return { fingerprint: fingerprint.digest(), hides: () => false };
  };
}

/** Markdown and plain text; `tree.md` only repeats names. */
function isIndexed(path: string): boolean {
  if (path.startsWith('.') || path.includes('/.')) return false;
  if (path.endsWith('.md')) return !path.endsWith('tree.md') || kindOf(path) !== 'tree';
  return hasTextName(path);
}

/** `search: false` in the frontmatter keeps the text of a file out of search: a secret, a draft. */
function isHidden(text: string): boolean {
  return /^\uFEFF?---\r?\n/.test(text) && fieldOf(splitFrontmatter(text).yaml, 'search') === 'false';
}

function versionOf(path: string, stats: FileStats): FileStat {
  return { path, size: stats.size, modified: stats.mtimeMs };
}

/** The same for the same files with the same sizes and times: comparing it is cheaper than reading what is known. */
function createFingerprint() {
  const hash = createHash('sha1');
  const numbers = new Float64Array(2 * HASHED_AT_ONCE);
  let paths: string[] = [];
  const hashPaths = () => {
    hash.update(paths.join('\n')).update(numbers.subarray(0, 2 * paths.length));
    paths = [];
  };
  return {
    add(path: string, size: number, modified: number): void {
      numbers[2 * paths.length] = size;
      numbers[2 * paths.length + 1] = modified;
      if (paths.push(path) === HASHED_AT_ONCE) hashPaths();
    },
    digest(): string {
      hashPaths();
      return hash.digest('base64');
    },
  };
}

const HASHED_AT_ONCE = 512;
