import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { LeftOutFile } from '../exchange/archive/vault-files.js';
import type { Exchange } from '../exchange/exchange.js';
import { localDate } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { makeTemporaryFolder } from '../vault/temporary-folder.js';

/** The vault as an archive to download, as `rappel export` writes it. */
export interface Exports {
  /** Writes it to a temporary place; another one takes the place of the last. */
  prepare(version: string): Promise<PreparedExport>;
  /** Its bytes, once: then it is removed. Throws `not_found`. */
  open(id: string): { name: string; bytes: number; content: Readable };
  close(): void;
}

interface PreparedExport {
  id: string;
  name: string;
  bytes: number;
  files: number;
  left_out: LeftOutFile[];
}

export function createExports(exchange: Exchange): Exports {
  let last: { id: string; name: string; file: string; close(): void } | null = null;

  function forget(): void {
    last?.close();
    last = null;
  }

  return {
    async prepare(version) {
      const { folder, close } = makeTemporaryFolder('import');
      const name = `rappel-${localDate(new Date())}.tar.gz`;
      const file = join(folder, name);
      try {
        const { files, leftOut } = await exchange.exportTo(file, version);
        forget();
        last = { id: newId(), name, file, close };
        return { id: last.id, name, bytes: statSync(file).size, files, left_out: leftOut };
      } catch (error) {
        close();
        throw error;
      }
    },
    open(id) {
      const found = last;
      if (found === null || found.id !== id) throw new RappelError('not_found', 'export.gone');
      last = null;
      const bytes = statSync(found.file).size;
      const content = createReadStream(found.file).once('close', found.close);
      return { name: found.name, bytes, content };
    },
    close: forget,
  };
}
