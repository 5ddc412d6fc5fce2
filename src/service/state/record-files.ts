import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../shared/ids.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';

/** How many records are kept, and their total size; the oldest are removed first. */
interface RecordLimits {
  most: number;
  mostBytes: number;
}

interface RecordFolder<Stored extends { id: string }> {
  root: string;
  /** Its name in `.rappel/`. */
  folder: string;
  limits: RecordLimits;
  /** Null for a text that is none. */
  parse(json: string): Stored | null;
}

/**
 * Records of a vault on disk, one file each, named by time. A file is complete or absent; an unreadable one is skipped.
 * They are no user data: nothing waits for the disk.
 */
export function createRecordFiles<Stored extends { id: string }>(deps: RecordFolder<Stored>) {
  const folder = join(deps.root, '.rappel', deps.folder);

  function read(name: string): Stored | null {
    const found = deps.parse(readOrNull(join(folder, name)) ?? '');
    return found !== null && name.endsWith(`-${found.id}.json`) ? found : null;
  }

  const names = () => namesIn(folder).filter(isRecord).sort().reverse();

  return {
    /** Newest first. */
    names,
    /** Null for one that is gone or damaged. */
    read,
    count: () => namesIn(folder).length,
    /** Changes whenever the file does; null if it is gone. */
    look(name: string): string | null {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats === undefined ? null : `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
    },
    find(id: string): Stored | null {
      const name = names().find((candidate) => candidate.endsWith(`-${id}.json`));
      const found = name === undefined ? null : read(name);
      return found?.id === id ? found : null;
    },
    /** Never throws: what can't be recorded still happens; false then. `started`: milliseconds since 1970. */
    write(started: number, record: Stored): boolean {
      try {
        stateFolder(deps.root);
        mkdirSync(folder, { recursive: true });
        const name = `${String(started).padStart(15, '0')}-${record.id}.json`;
        const draft = join(folder, `.${name}.${newId()}`);
        writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
        renameSync(draft, join(folder, name));
        return true;
      } catch {
        // A full or read-only disk.
        return false;
      }
    },
    /** Removes the oldest beyond the limits, and half-written files left by a kill. Never throws. */
    prune({ most, mostBytes } = deps.limits): void {
      let bytes = 0;
      for (const [index, name] of names().entries()) {
        bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
        if (index >= most || bytes > mostBytes) remove(join(folder, name));
      }
      for (const name of namesIn(folder))
        if (name.startsWith('.') && isOld(join(folder, name))) remove(join(folder, name));
    },
    /** Removes those of which this is true; returns how many. */
    purge(isHit: (json: string) => boolean): number {
      const hit = namesIn(folder).filter((name) => isHit(readOrNull(join(folder, name)) ?? ''));
      for (const name of hit) rmSync(join(folder, name), { force: true });
      return hit.length;
    },
  };
}

/** Whether a stored JSON text names a path; prefers false positives. */
export function namesPath(json: string, path: VaultPath): boolean {
  return json.normalize('NFC').includes(JSON.stringify(path.normalize('NFC')).slice(1, -1));
}

const HALF_WRITTEN_MS = 60_000;

function isRecord(name: string): boolean {
  return /^\d{15}-.+\.json$/.test(name);
}

function isOld(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > HALF_WRITTEN_MS;
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A read-only disk.
  }
}
