import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open as openNew } from 'node:fs/promises';
import { join } from 'node:path';
import { ioError, RappelError } from '../../../../shared/errors.js';
import { newId } from '../../../../shared/ids.js';
import { isNotPlain, streamPlain } from '../../../../shared/plain-file.js';
import { words } from '../../../../words/message.js';
import { MOST_PACK_BYTES, refusedArrival } from '../packs.js';
import type { FileStore, KeptFile } from './file-store.js';

/** In a folder with this name at the end, so that it is told apart from one that is not encrypted. */
const FOLDER = 'encrypted';

/** A pack, with what encryption adds. */
const MOST_FILE_BYTES = 1.01 * MOST_PACK_BYTES;

export function hasEncryptedFiles(folder: string): boolean {
  return existsSync(join(folder, FOLDER));
}

/** Encrypted files in a folder: on this disk, a shared drive or a stick. */
export function openFolderFiles(place: string): FileStore {
  const folder = join(place, FOLDER);
  const at = (name: string) => join(folder, name);

  /** Throws for a folder that is none of ours. */
  function refuseOther(): void {
    const names = existsSync(place) ? readdirSync(place) : [];
    if (names.includes(FOLDER) && !lstatSync(folder).isDirectory())
      throw refusedArrival(words`it contains a link to another folder`);
    if (names.length === 0 || names.includes(FOLDER)) return;
    throw new RappelError('invalid_input', 'sync.folder_not_encrypted', { place });
  }

  function open(name: string): AsyncIterable<Buffer> {
    try {
      return streamPlain(at(name), { mostBytes: MOST_FILE_BYTES });
    } catch (error) {
      if (isNotPlain(error)) throw refusedArrival(words`it contains something other than plain files`);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw ioError(error, place);
      throw new RappelError('not_found', 'sync.place_changed', { place });
    }
  }

  /** Complete and on the disk, under a name that nothing reads yet. */
  async function write({ content }: KeptFile): Promise<string> {
    refuseOther();
    mkdirSync(folder, { recursive: true });
    const temporary = at(`.${newId()}.tmp`);
    const file = await openNew(temporary, 'wx', 0o600);
    try {
      for await (const part of content()) await file.writeFile(part);
      await file.sync();
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error instanceof RappelError ? error : ioError(error, place);
    } finally {
      await file.close();
    }
    return temporary;
  }

  async function addOne(file: KeptFile): Promise<boolean> {
    const temporary = await write(file);
    try {
      linkSync(temporary, at(file.name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw ioError(error, place);
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  return {
    name: place,
    askEveryMs: 500,
    async list() {
      refuseOther();
      return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
    },
    async read(name, use) {
      refuseOther();
      return use(open(name));
    },
    async add(files) {
      for (const [index, file] of files.entries()) {
        if (await addOne(file)) continue;
        for (const { name } of files.slice(0, index)) rmSync(at(name), { force: true });
        return false;
      }
      return true;
    },
    async put(file) {
      renameSync(await write(file), at(file.name));
    },
    async remove(names) {
      for (const name of names) rmSync(at(name), { force: true });
    },
  };
}
