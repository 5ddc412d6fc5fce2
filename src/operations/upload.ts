import { createWriteStream, mkdirSync, rmSync, statfsSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isArchive } from '../exchange/archive/export-vault.js';
import { problemOfPath } from '../exchange/archive/limits.js';
import { ZIP_NAME } from '../exchange/import/zip/unpack-zip.js';
import { localDate } from '../shared/clock.js';
import { ioError, RappelError } from '../shared/errors.js';
import { printable } from '../vault/paths.js';
import { makeTemporaryFolder } from '../vault/temporary-folder.js';
import { words } from '../words/message.js';

/** Far above any export of chats or notes, and below what fills a disk. */
const MOST_BYTES = 4 * 1024 ** 3;
const MOST_FILES = 20_000;

export interface ReceivedFile {
  /** Its path below what was chosen or dropped, with `/`. */
  path: string;
  /** When it was last changed at the source. */
  modified: Date | null;
  bytes: AsyncIterable<Uint8Array>;
}

export type Upload = ReturnType<typeof createUpload>;

/** Files that a client sends, in a temporary folder that only the user can read. */
export function createUpload() {
  const { folder, close } = makeTemporaryFolder('import');
  const { bavail, bsize } = statfsSync(folder);
  const room = Math.min(MOST_BYTES, (bavail * bsize) / 2);
  const paths: string[] = [];
  let bytes = 0;

  /** Counts the bytes as they come: what a client says about their number is no limit. */
  const counted = () =>
    new Transform({
      transform(chunk: Uint8Array, _, next) {
        bytes += chunk.length;
        next(bytes > room ? tooMuch(room) : null, chunk);
      },
    });

  return {
    /** Throws `invalid_input` for a name that can't be used or for too much, `exists` for a second file of that name. */
    async receive({ path: given, modified, bytes: content }: ReceivedFile): Promise<void> {
      const path = given.normalize('NFC');
      const problem = path === '' ? words`it has no name` : problemOfPath(path);
      if (problem !== null)
        throw new RappelError('invalid_input', 'upload.refused', { file: printable(given), reason: problem });
      if (paths.length >= MOST_FILES)
        throw new RappelError('invalid_input', 'upload.too_many', { most: MOST_FILES });
      const target = join(folder, ...path.split('/'));
      try {
        mkdirSync(dirname(target), { recursive: true });
        const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
        await pipeline(Readable.from(content, { objectMode: false }), counted(), file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST')
          throw new RappelError('exists', 'upload.twice', { file: printable(path) });
        rmSync(target, { force: true });
        throw ioError(error, printable(path));
      }
      if (modified !== null) utimesSync(target, modified, modified);
      paths.push(path);
    },
    /**
     * What was sent, as a source: one file, one folder, or a folder of everything. An archive or a folder sent again under
     * the same name is the same source; of single files the name says too little for that.
     */
    source(id: string): { path: string; named?: string } {
      const tops = new Set(paths.map((path) => path.split('/')[0]!));
      const [top = ''] = tops;
      if (paths.length === 0) throw new RappelError('invalid_input', 'upload.nothing');
      if (tops.size > 1) return { path: folder, named: `upload/${id}/${localDate(new Date())}` };
      if (isArchive(top) && paths[0] === top) throw exported(top);
      const isStable = paths[0] !== top || ZIP_NAME.test(top);
      return { path: join(folder, top), ...(isStable && { named: `upload/${basename(top)}` }) };
    },
    get received() {
      return { files: paths.length, bytes };
    },
    close,
  };
}

function tooMuch(room: number): RappelError {
  const gigabytes = (room / 1024 ** 3).toFixed(1);
  return new RappelError('invalid_input', 'upload.too_large', { gigabytes });
}

function exported(name: string): RappelError {
  return new RappelError('invalid_input', 'upload.exported_vault', { file: printable(name) });
}
