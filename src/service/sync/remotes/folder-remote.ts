import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { readOrNull } from '../../../shared/read-or-null.js';
import type { Repository } from '../../history/private-git-dir.js';
import { openStoreIn } from '../../history/store.js';
import { withLockIn } from '../../locks/lock.js';
import { writeWhole } from '../../state/durable.js';
import { hasCommit } from '../read-log.js';
import { hasEncryptedFiles } from './encrypted/folder-files.js';
import { MOST_MACHINES, readMachine } from './machines.js';
import { needsKey } from './needs-key.js';
import { receivePack, sendPack } from './packs.js';
import type { MachineStatus, Remote } from './remote.js';

/**
 * A bare repository in a folder: on this disk, a shared drive or a stick. Git never runs inside it, so that nothing in it
 * (settings, hooks, other object folders) can run a program here: its objects are read, packs and one id are added.
 */
export function openFolderRemote(folder: string): Remote {
  const store = openStoreIn(folder, () => mkdirSync(dirname(folder), { recursive: true }));
  const machines = machinesIn(folder);

  function repository(): Repository {
    refuseOther(folder);
    return store.repository();
  }

  return {
    name: folder,
    askEveryMs: 500,
    head: async () => repository().head,
    async machines() {
      const names = existsSync(machines) ? readdirSync(machines).slice(0, MOST_MACHINES) : [];
      return names.flatMap((name) => readMachine(readOrNull(join(machines, name)) ?? '') ?? []);
    },
    async fetch(head, known, into) {
      const from = repository();
      const isKnown = known !== null && (await hasCommit(from, known));
      await receivePack(sendPack(from, head, isKnown ? known : null), into);
    },
    async push({ from, head, expected, machine }) {
      refuseOther(folder);
      store.prepare();
      const { objects } = repository();
      const isKnown = expected !== null && (await hasCommit(from, expected));
      await receivePack(sendPack(from, head, isKnown ? expected : null), { objects });
      return withLockIn(folder, 'push', async () => {
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
  writeWhole(join(machinesIn(folder), `${machine.id}.json`), JSON.stringify(machine));
}

function machinesIn(folder: string): string {
  return join(folder, 'machines');
}

/** Something else must not be taken for a remote: files would be added to it. */
function refuseOther(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length === 0 || names.includes('objects')) return;
  if (hasEncryptedFiles(folder)) throw needsKey(folder);
  throw new RappelError('invalid_input', `${folder} holds something else`, {
    hint: 'Name an empty folder, one that does not exist yet, or a bare git repository.',
  });
}
