import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { readPlain } from '../../../shared/plain-file.js';
import { words } from '../../../words/message.js';
import { BRANCH, type Repository } from '../../history/private-git-dir.js';
import { openStoreIn } from '../../history/store.js';
import { withLockIn } from '../../locks/lock.js';
import { writeWhole } from '../../state/durable.js';
import { hasCommit } from '../read-log.js';
import { hasEncryptedFiles } from './encrypted/folder-files.js';
import { MOST_MACHINES, readMachine } from './machines.js';
import { needsKey } from './needs-key.js';
import { asRefused, receivePack, refusedArrival, sendPack } from './packs.js';
import type { MachineStatus, Remote, RemoteLimits } from './remote.js';

/**
 * A bare repository in a folder: on this disk, a shared drive or a stick. Git never runs inside it, so that nothing in it
 * (settings, hooks, other object folders) can run a program here: its objects are read, packs and one id are added.
 */
export function openFolderRemote(folder: string, { signal: stopped }: RemoteLimits = {}): Remote {
  const store = openStoreIn(folder, () => mkdirSync(dirname(folder), { recursive: true }));
  const machines = machinesIn(folder);

  function repository(): Repository {
    refuseOther(folder);
    try {
      const found = store.repository();
      if (found.head === null && textIn(join(folder, BRANCH))?.trim())
        throw refusedArrival(words`its branch names no commit`);
      return found;
    } catch (error) {
      throw asRefused(error);
    }
  }

  return {
    name: folder,
    askEveryMs: 500,
    head: async () => repository().head,
    async machines() {
      const names = existsSync(machines) ? readdirSync(machines).slice(0, MOST_MACHINES) : [];
      return names.flatMap((name) => readMachine(textIn(join(machines, name)) ?? '') ?? []);
    },
    async fetch(head, known, into) {
      const from = repository();
      refusePipes(from.objects);
      const isKnown = known !== null && (await hasCommit(from, known));
      try {
        await receivePack((signal) => sendPack(from, head, isKnown ? known : null, signal), into, {
          stopped,
        });
      } catch (error) {
        throw asRefused(error);
      }
    },
    async push({ from, head, expected, machine }) {
      // If the drive was unplugged meanwhile, nothing is written to its mount point.
      if (expected !== null && repository().head !== expected) return false;
      refuseOther(folder);
      store.make();
      return withLockIn(folder, 'push', async () => {
        if (repository().head !== expected) return false;
        store.prepare();
        const { objects } = repository();
        await receivePack((signal) => sendPack(from, head, expected, signal), { objects }, { stopped });
        // A machine that slept meanwhile may have lost the lock.
        if (repository().head !== expected) return false;
        store.setHead(head);
        keepMachine(folder, machine);
        return true;
      });
    },
    async report(machine) {
      if (existsSync(store.folder)) keepMachine(folder, machine);
    },
  };
}

export function keepMachine(folder: string, machine: MachineStatus): void {
  mkdirSync(machinesIn(folder), { recursive: true });
  if (!lstatSync(machinesIn(folder)).isDirectory())
    throw refusedArrival(words`it contains a link to another folder`);
  writeWhole(join(machinesIn(folder), `${machine.id}.json`), JSON.stringify(machine));
}

function machinesIn(folder: string): string {
  return join(folder, 'machines');
}

/** Git would wait for ever for a pipe to say something, and read through a link. */
function refusePipes(objects: string): void {
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true }))
    if (!entry.isFile() && !entry.isDirectory())
      throw refusedArrival(words`it contains something other than plain files`);
}

/** Null for what no machine wrote. */
function textIn(file: string): string | null {
  try {
    return readPlain(file, { mostBytes: MOST_TEXT_BYTES }).toString('utf8');
  } catch {
    return null;
  }
}

const MOST_TEXT_BYTES = 10_000;

/** Something else must not be taken for a remote: files would be added to it. */
function refuseOther(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length === 0 || names.includes('objects')) return;
  if (hasEncryptedFiles(folder)) throw needsKey(folder);
  throw new RappelError('invalid_input', 'sync.folder_taken', { folder });
}
