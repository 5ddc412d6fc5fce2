import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { localTimestamp } from '../../shared/clock.js';
import { ioError, isReadOnly } from '../../shared/errors.js';
import { writeDurably } from '../state/durable.js';
import { parseStatus } from './stored-update.js';
import type { UpdateStatus } from './update-status.js';

/**
 * The status files of a queue, read again only when they changed: listing a thousand costs a thousand stats, not
 * reads.
 */
export function createStatusFiles(folder: string) {
  const known = new Map<string, Known>();

  function lookAt(name: string): string {
    const stats = statsOf(join(folder, name, 'status.json'));
    return stats === undefined ? '' : `${stats.ino}-${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}`;
  }

  return {
    /** Never throws: an unreadable status becomes one that says so. */
    read(name: string, id: string): UpdateStatus {
      const look = lookAt(name);
      const cached = known.get(name);
      if (cached !== undefined && cached.look === look && look !== '') return { ...cached.status };
      const status = readStatus(join(folder, name), id);
      known.set(name, { look, status, written: 0 });
      return { ...status };
    },
    /** As last read; undefined if it never was. */
    last: (name: string): UpdateStatus | undefined => known.get(name)?.status,
    write(name: string, status: UpdateStatus): void {
      writeDurably(join(folder, name, 'status.json'), JSON.stringify(status));
      known.set(name, { look: lookAt(name), status: { ...status }, written: performance.now() });
    },
    /** Known to this process only, until any process writes the file again. */
    hold(name: string, status: UpdateStatus): UpdateStatus {
      const { look = lookAt(name), written = 0 } = known.get(name) ?? {};
      known.set(name, { look, status: { ...status }, written });
      return status;
    },
    /** Whether the file is too old for other processes. */
    isDue: (name: string): boolean => performance.now() - (known.get(name)?.written ?? 0) > SHOWN_EVERY_MS,
    /** Forgets those that are gone. */
    keepOnly(names: readonly string[]): void {
      if (known.size <= names.length) return;
      const present = new Set(names);
      for (const name of known.keys()) if (!present.has(name)) known.delete(name);
    },
  };
}

interface Known {
  look: string;
  status: UpdateStatus;
  /** When this process wrote it. */
  written: number;
}

const SHOWN_EVERY_MS = 500;

function readStatus(at: string, id: string): UpdateStatus {
  try {
    const status = parseStatus(readFileSync(join(at, 'status.json'), 'utf8'), id);
    if (status !== null) return status;
  } catch (error) {
    if (isReadOnly(error))
      return unusable(at, id, `its status can't be read: ${ioError(error, at).message}; its input is kept`);
  }
  return unusable(at, id, 'its status was damaged on the disk; its input is kept');
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The status does not say what happened. With before-images, the update was running and starts again; without, it is
 * unknown whether it was filed: it waits for the user to retry it rather than be filed twice.
 */
function unusable(at: string, id: string, reason: string): UpdateStatus {
  const isRunning = existsSync(join(at, 'journal'));
  const since = statsOf(at)?.mtime ?? new Date(0);
  return {
    id,
    state: isRunning ? 'running' : 'failed',
    accepted: localTimestamp(since),
    steps: [],
    summary: null,
    files: [],
    inbox: null,
    reason: isRunning ? null : reason,
    history: null,
  };
}
