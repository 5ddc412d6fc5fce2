import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { isId } from '../../shared/ids.js';
import { MOST_PACK_BYTES } from './remotes/packs.js';

/** A machine that sent nothing for so long has given up. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MOST_UPLOADS = 8;

/** Packs that arrive in parts, each in a file until it is used. */
export function createUploads(folder: string) {
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
