import type { Stats } from 'node:fs';
import { RappelError } from '../shared/errors.js';
import { isText, readBytes } from '../vault/files.js';
import { fieldOf, splitFrontmatter } from '../vault/frontmatter.js';
import { hasTextName, kindOf } from '../vault/kinds.js';
import { recordedPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { visitFiles } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';

/** A file of the vault by its size and time. */
export interface FileVersion {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** Where an engine gets its files from: all that it knows of a vault. */
export interface FileSource {
  /**
   * Visits every file that is indexed, with its size and time, and lets others run meanwhile: what they change may be missed.
   * Throws where the vault can't be read.
   */
  list(visit: (file: FileVersion) => void): Promise<void>;
  /** The text of a file as it is now; null if it is gone, is not text or is not indexed. */
  read(path: string): { text: string; version: FileVersion } | null;
  /** Its size and time alone; null where it is gone or is not indexed. */
  version(path: string): FileVersion | null;
}

export function createFileSource(vault: Vault): FileSource {
  return {
    async list(visit) {
      await visitFiles(vault.root, (path, stats) => {
        if (isIndexed(path)) visit(versionOf(path, stats));
      });
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

/** All files of a source. */
export async function listOf(files: FileSource): Promise<FileVersion[]> {
  const listed: FileVersion[] = [];
  await files.list((file) => listed.push(file));
  return listed;
}

/** Markdown and plain text; `tree.md` only repeats names. */
export function isIndexed(path: string): boolean {
  if (path.startsWith('.') || path.includes('/.')) return false;
  if (path.endsWith('.md')) return !path.endsWith('tree.md') || kindOf(path) !== 'tree';
  return hasTextName(path);
}

/** `search: false` in the frontmatter keeps the text of a file out of search: a secret, a draft. */
function isHidden(text: string): boolean {
  return /^\uFEFF?---\r?\n/.test(text) && fieldOf(splitFrontmatter(text).yaml, 'search') === 'false';
}

function versionOf(path: string, stats: Stats): FileVersion {
  return { path, size: stats.size, modified: stats.mtimeMs };
}
