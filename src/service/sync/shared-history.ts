import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RappelError } from '../../shared/errors.js';
import { isId } from '../../shared/ids.js';
import { stateFolder } from '../../vault/state-folder.js';
import { openStoreIn } from '../history/store.js';
import { withLockIn } from '../locks/lock.js';
import { readSyncSetting } from '../state/sync-setting.js';
import { acceptChecked } from './incoming.js';
import { hasCommit } from './read-log.js';
import { HERE } from './remotes/addresses.js';
import { keepMachine, openFolderRemote } from './remotes/folder-remote.js';
import { MOST_PACK_BYTES, receivePack, sendPack } from './remotes/packs.js';
import type { MachineStatus, Waiting } from './remotes/remote.js';
import { sharedFolder, uploadsFolder } from './shared-folder.js';

/** Each of them is a process. */
const MOST_DOWNLOADS = 8;
/** Connections that wait for news. */
const MOST_WAITING = 100;
/** Below what proxies allow a request to take. */
const LONGEST_WAIT_MS = 25_000;
const LOOK_EVERY_MS = 100;

export interface SharedPush {
  /** The upload with the commits. */
  pack: string;
  head: string;
  expected: string | null;
  machine: MachineStatus;
}

export type SharedHistory = ReturnType<typeof createSharedHistory>;

/**
 * What other machines reach of a vault that syncs with `here`: a folder with the shared history, beside the vault's own.
 * The vault meets it in a sync of its own, like every other machine, so nothing that a client sends changes the vault
 * unmerged.
 */
export function createSharedHistory(root: string) {
  const folder = sharedFolder(root);
  const store = openStoreIn(folder, () => stateFolder(root));
  const remote = openFolderRemote(folder);
  const uploads = createUploads(uploadsFolder(root));
  let downloads = 0;
  let waiters = 0;

  function refuseClosed(): void {
    if (readSyncSetting(root)?.remote === HERE) return;
    throw new RappelError('not_found', 'sync.not_offered');
  }

  return {
    /** With `waiting`, as soon as the head is another, or after a while. */
    async status(waiting?: Waiting): Promise<{ head: string | null; machines: MachineStatus[] }> {
      refuseClosed();
      if (waiting !== undefined) await untilMoved(waiting);
      return { head: await remote.head(), machines: await remote.machines() };
    },
    /** The commits up to the head, but those up to `known`, as a pack. */
    async pack(head: string, known: string | null): Promise<AsyncIterable<Buffer>> {
      refuseClosed();
      const from = store.repository();
      if (from.head !== head) throw new RappelError('stale', 'sync.moved_on');
      if (downloads >= MOST_DOWNLOADS) throw new RappelError('busy', 'sync.too_many');
      const isKnown = known !== null && (await hasCommit(from, known));
      return counted(sendPack(from, head, isKnown ? known : null));
    },
    /** Keeps a part of a pack. */
    async receive(pack: string, at: number, bytes: Buffer): Promise<void> {
      refuseClosed();
      uploads.add(pack, at, bytes);
    },
    /** Checks what was uploaded and moves the head; false if another machine moved it first. */
    async push({ pack, head, expected, machine }: SharedPush): Promise<boolean> {
      refuseClosed();
      const file = uploads.find(pack);
      try {
        store.make();
        return await withLockIn(folder, 'push', async () => {
          if (store.repository().head !== expected) return false;
          await acceptChecked(store, head, (into) => receivePack(() => createReadStream(file), into));
          store.setHead(head);
          keepMachine(folder, machine);
          return true;
        });
      } finally {
        uploads.remove(pack);
      }
    },
    async report(machine: MachineStatus): Promise<void> {
      refuseClosed();
      await remote.report(machine);
    },
  };

  /** Any process of this machine may move the head: it is looked at again and again. */
  async function untilMoved({ unlike, signal }: Waiting): Promise<void> {
    if (waiters >= MOST_WAITING) throw new RappelError('busy', 'sync.too_many');
    waiters++;
    try {
      const end = performance.now() + LONGEST_WAIT_MS;
      while (!signal.aborted && performance.now() < end && (await remote.head()) === unlike)
        await wait(LOOK_EVERY_MS);
    } finally {
      waiters--;
    }
  }

  async function* counted(pack: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    downloads++;
    try {
      yield* pack;
    } finally {
      downloads--;
    }
  }
}

/** A machine that sent nothing for so long has given up. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MOST_UPLOADS = 8;

/** Packs that arrive in parts, each in a file until it is used. */
function createUploads(folder: string) {
  function fileOf(id: string): string {
    if (!isId(id)) throw new RappelError('invalid_input', 'upload.no_id');
    return join(folder, id);
  }

  function forgetOld(): number {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const old = names.filter((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats === undefined || Date.now() - stats.mtimeMs > FORGOTTEN_AFTER_MS;
    });
    for (const name of old) rmSync(join(folder, name), { force: true });
    return names.length - old.length;
  }

  return {
    /** Adds a part; `at` is how much came before it. */
    add(id: string, at: number, bytes: Buffer): void {
      const file = fileOf(id);
      if (at === 0 && forgetOld() >= MOST_UPLOADS) throw new RappelError('busy', 'sync.too_many');
      mkdirSync(folder, { recursive: true });
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size !== at || size + bytes.length > MOST_PACK_BYTES)
        throw new RappelError('invalid_input', 'upload.does_not_fit');
      appendFileSync(file, bytes, { mode: 0o600 });
    },
    /** Throws `not_found`. */
    find(id: string): string {
      const file = fileOf(id);
      if (existsSync(file)) return file;
      throw new RappelError('not_found', 'upload.missing');
    },
    remove: (id: string) => rmSync(fileOf(id), { force: true }),
  };
}
