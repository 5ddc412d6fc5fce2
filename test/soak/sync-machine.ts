import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeSyncKey } from '../../src/service/state/sync-key.js';
import { writeSyncSetting } from '../../src/service/state/sync-setting.js';
import { newId } from '../../src/shared/ids.js';
import { ROOT } from '../../src/vault/paths.js';
import { walk } from '../../src/vault/scan.js';
import { createPlace, type Place, type Running, startService } from './harness.js';

export type SyncMachine = ReturnType<typeof createSyncMachine>;

/** How a machine lives for a while: what fails, and how it ends. */
export const MODES = ['steady', 'steady', 'unsteady', 'offline', 'killed', 'killed', 'away'] as const;
export type Mode = (typeof MODES)[number];

/** Where machines meet. */
export interface Meeting {
  remote: string;
  /** What is unsteady or out of reach at times. */
  folder: string;
  /** Of an encrypted remote. */
  key: string | null;
  /** Of the service that is the remote, on its machine. */
  port?: number;
}

/** A vault with a clock of its own that syncs with a remote. */
export function createSyncMachine(name: string, hoursOff: number, meetingOf: (vault: string) => Meeting) {
  const place = createPlace(name);
  const { remote, folder, key, port = 0 } = meetingOf(place.vault);
  mkdirSync(join(place.vault, '.rappel'), { recursive: true });
  if (key !== null) writeSyncKey(place.vault, key);
  writeSyncSetting(place.vault, {
    remote,
    machine: { id: newId(), name },
    agreed: null,
    agreedOn: null,
    problem: null,
    rewritten: null,
  });

  /** Null for a machine that does not run; `killAt`: how many files it may name in the middle of a sync. */
  async function start(mode: Mode, killAt = 1): Promise<Running | null> {
    if (mode === 'away') return null;
    const env = {
      NODE_OPTIONS: [UNSTEADY, KILL].map((file) => `--import=${file}`).join(' '),
      CLOCK_HOURS: String(hoursOff),
      ...(mode === 'unsteady' && { UNSTEADY: `12 ${folder}` }),
      ...(mode === 'offline' && { UNSTEADY: `1 ${folder}` }),
      ...(mode === 'killed' && {
        KILL_ON: `${killAt} .`,
        KILL_WHILE: join(place.vault, '.rappel', 'sync.lock'),
      }),
    };
    try {
      return await startService(place, { env, port });
    } catch (error) {
      if (mode === 'killed') return null;
      throw error;
    }
  }

  return { name, place, start, ...onDisk(place) };
}

const UNSTEADY = resolve('test/support/unsteady-remote.mjs');
const KILL = resolve('test/support/kill-on-disk.mjs');

/** What a person does with the files. */
function onDisk({ vault, put }: Place) {
  const at = (path: string) => join(vault, path);
  const paths = () =>
    [...walk(vault, vault, ROOT, () => {})]
      .filter(({ kind, path }) => kind === 'file' && path !== 'tree.md')
      .map(({ path }): string => path)
      .sort();
  const read = (path: string): string | null => {
    try {
      return readFileSync(at(path), 'utf8');
    } catch {
      return null;
    }
  };
  return {
    paths,
    read,
    /** Every file by its path. */
    files: () => Object.fromEntries(paths().map((path) => [path, read(path)])),
    /** Changes a file as it is now; returns the text before. */
    edit(path: string, change: (text: string) => string): string {
      const text = read(path) ?? '';
      put(path, change(text));
      return text;
    },
    rename(from: string, to: string): void {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (path: string) => rmSync(at(path), { force: true }),
  };
}
