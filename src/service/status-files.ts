import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localTimestamp } from '../shared/clock.js';
import type { UpdateStatus } from './queue.js';

/** The status files of a queue, read again only when they changed: a list of a thousand costs a thousand looks, not reads. */
export function createStatusFiles(folder: string) {
  const known = new Map<string, { look: string; status: UpdateStatus }>();
  return {
    /** Never throws: a status that can't be read becomes one that says so. */
    read(name: string, id: string): UpdateStatus {
      const at = join(folder, name);
      const file = join(at, 'status.json');
      const stats = statSync(file, { throwIfNoEntry: false });
      const look = stats === undefined ? '' : `${stats.ino}-${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}`;
      const cached = known.get(name);
      if (cached !== undefined && cached.look === look && look !== '') return { ...cached.status };
      const status = parse(file) ?? damaged(at, id);
      known.set(name, { look, status });
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
      return { ...status };
    },
  };
}

const MOST_KNOWN = 5_000;

function parse(file: string): UpdateStatus | null {
  try {
    const status = JSON.parse(readFileSync(file, 'utf8'));
    return typeof status?.id === 'string' && typeof status.state === 'string' ? status : null;
  } catch {
    return null;
  }
}

/**
 * A disk has damaged the status. With before-images there, the update was in the middle of its run and is begun again;
 * without, nobody knows whether it was filed: it waits for a person, who can retry it, rather than be filed twice.
 */
function damaged(at: string, id: string): UpdateStatus {
  const isRunning = existsSync(join(at, 'journal'));
  const since = statSync(at, { throwIfNoEntry: false })?.mtime ?? new Date(0);
  return {
    id,
    state: isRunning ? 'running' : 'failed',
    accepted: localTimestamp(since),
    steps: [],
    summary: null,
    files: [],
    inbox: null,
    reason: isRunning ? null : 'its status was damaged on the disk; its input is kept',
    history: null,
  };
}
