import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { ioError, RappelError } from '../../shared/errors.js';
import { isNotPlain, readPlain } from '../../shared/plain-file.js';
import { fileSystem } from '../../vault/file-system.js';
import { stateFolder } from '../../vault/state-folder.js';
import { type Field, words } from '../../words/message.js';
import { isHeld } from '../locks/lock-holder.js';
import { writeDurably } from '../state/durable.js';
import { BRANCH, type Repository } from './private-git-dir.js';

export type HistoryStore = ReturnType<typeof openStoreIn>;

/** The history inside a vault. */
export function openStore(root: string): HistoryStore {
  const folder = join(root, '.rappel', 'history.git');
  // A sync adds to it beside the entries that are recorded.
  return openStoreIn(
    folder,
    () => stateFolder(root),
    () => isHeld(root, 'sync'),
  );
}

/**
 * The folder of a history, in a vault or where machines exchange it. It has the form of a bare git repository, so people can inspect it with
 * git; Rappel itself uses three things of it: the objects, the id of the newest commit, and where a trimmed history
 * begins. It may come from an archive or a sync, so nothing in it may be a link.
 */
export function openStoreIn(folder: string, makeParent: () => void, isShared = () => false) {
  const objects = join(folder, 'objects');

  function make(): void {
    if (!existsSync(objects)) makeParent();
    // Also one that was killed while it was made.
    makeEmpty(folder);
  }

  return {
    folder,
    /** What git may see. Throws if the folder can't be trusted. */
    repository(): Repository {
      refuseLinks(folder);
      return { objects, head: readHead(folder), shallow: readShallow(folder) };
    },
    /** True between the last steps of a replacement: for a moment, or since a process was killed. */
    isUnfinished: () => !existsSync(folder) && existsSync(`${folder}.old`),
    /** Creates the folder if it is missing. */
    make,
    /** The same, after what a killed process left is finished or removed. Called while the history is locked. */
    prepare(): void {
      finishReplacing(folder);
      if (!isShared()) removeUnfinishedPacks(objects);
      make();
    },
    /** Moves the head durably: everything before it is already on the disk. */
    setHead(id: string): void {
      writeDurably(join(folder, BRANCH), `${id}\n`);
    },
    /** Replaces this history. `fill` gets an empty folder and returns the newest commit. */
    async replace(fill: (objects: string) => Promise<string | null>): Promise<string | null> {
      const fresh = `${folder}.new`;
      const old = `${folder}.old`;
      for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
      let head: string | null;
      try {
        makeEmpty(fresh);
        head = await fill(join(fresh, 'objects'));
        if (head !== null) writeDurably(join(fresh, BRANCH), `${head}\n`);
      } catch (error) {
        rmSync(fresh, { recursive: true, force: true });
        throw error;
      }
      renameSync(folder, old);
      renameSync(fresh, folder);
      rmSync(old, { recursive: true, force: true });
      return head;
    },
    /** Bytes of all objects. */
    size: () => folderBytes(objects),
  };
}

/** Finishes a replacement that was killed between its last steps: the new folder was complete by then. */
function finishReplacing(folder: string): void {
  if (existsSync(folder) || !existsSync(`${folder}.old`)) return;
  renameSync(existsSync(`${folder}.new`) ? `${folder}.new` : `${folder}.old`, folder);
  rmSync(`${folder}.old`, { recursive: true, force: true });
}

/** What git left that was ended while it recorded: as large as all it had written. */
function removeUnfinishedPacks(objects: string): void {
  const packs = join(objects, 'pack');
  if (!existsSync(packs)) return;
  for (const name of readdirSync(packs))
    if (name.startsWith('tmp_')) rmSync(join(packs, name), { force: true });
}

/** Makes what is missing. */
function makeEmpty(folder: string): void {
  for (const name of ['objects/info', 'objects/pack', 'refs/heads'])
    mkdirSync(join(folder, name), { recursive: true });
  const files = {
    HEAD: `ref: ${BRANCH}\n`,
    config: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  };
  for (const [name, text] of Object.entries(files))
    if (lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined)
      writeFileSync(join(folder, name), text, { flag: 'wx' });
}

/** A link would let the history read or write in another folder; so would a list of other object folders. */
function refuseLinks(folder: string): void {
  const objects = join(folder, 'objects');
  if (!existsSync(objects)) return;
  const fixed = ['objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads'].map((name) =>
    join(folder, name),
  );
  const isLinked = fixed.some((path) => existsSync(path) && realpathSync.native(path) !== path);
  if (isLinked || readdirSync(objects, { withFileTypes: true }).some((entry) => entry.isSymbolicLink()))
    throw refusedHistory(words`it contains a link to another folder`);
  for (const name of ['alternates', 'http-alternates'])
    if (existsSync(join(objects, 'info', name)))
      throw refusedHistory(words`it takes its content from another folder (objects/info/alternates)`);
}

/** Nothing of such a history is used; the files of the vault and everything else keep working. */
export function refusedHistory(reason: Field): RappelError {
  return new RappelError('io', 'history.refused', { reason });
}

/** The newest commit of a vault's history, unchecked; null if there is none. */
export function historyHead(root: string): string | null {
  return readHead(join(root, '.rappel', 'history.git'));
}

/** Another number means another history in its place: a purge or a trim has rewritten it. Null if there is none. */
export function historyNumber(root: string): number | null {
  return statSync(join(root, '.rappel', 'history.git'), { throwIfNoEntry: false })?.ino ?? null;
}

function readHead(folder: string): string | null {
  const own = commitIn(textOf(join(folder, BRANCH)).trim());
  if (own !== null) return own;
  const packed = textOf(join(folder, 'packed-refs')).split('\n');
  return commitIn(packed.find((line) => line.endsWith(` ${BRANCH}`))?.split(' ')[0] ?? '');
}

function readShallow(folder: string): string[] {
  return textOf(join(folder, 'shallow'))
    .split('\n')
    .filter((line) => commitIn(line) !== null);
}

function commitIn(text: string): string | null {
  return /^[0-9a-f]{40}$/.test(text) ? text : null;
}

/** Nothing but a plain file of a usual size: a pipe would never end. */
function textOf(file: string): string {
  try {
    return readPlain(file, { mostBytes: MOST_TEXT_BYTES }).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    if (isNotPlain(error)) throw refusedHistory(words`${basename(file)} is no file of git`);
    throw ioError(error, file);
  }
}

const MOST_TEXT_BYTES = 16 * 1024 * 1024;

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += fileSystem.stat(join(folder, name))?.size ?? 0;
  return bytes;
}
