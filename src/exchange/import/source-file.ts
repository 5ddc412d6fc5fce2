import {
  closeSync,
  createReadStream,
  fstatSync,
  type ReadStream,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';
import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { isNotPlain, openPlain } from '../../shared/plain-file.js';
import { type Words, words } from '../../words/message.js';

/** A file of a source. Importers open it only with the functions below. */
export interface SourceFile {
  /** The real path of the imported folder, or of the folder that contains the imported file. */
  root: string;
  address: string;
  /** The bytes of its address, if they are not UTF-8. */
  rawAddress?: Buffer;
}

/**
 * Opens a file of a source for reading. Throws `invalid_input` for a link, for anything that is not a regular file, and
 * for a file that is not below the root once links are resolved. The check runs on the open file, so a path that is
 * swapped for a link after the check can't change what is read.
 */
export function openSourceFile(source: SourceFile): number {
  const { root, address, rawAddress = Buffer.from(address) } = source;
  const file = open(rawAddress, address);
  try {
    if (!isBelow(root, rawAddress, fstatSync(file))) throw refused({ words: LINK });
    return file;
  } catch (error) {
    closeSync(file);
    throw ioError(error, address);
  }
}

export function statSourceFile(file: SourceFile): Stats {
  return withSourceFile(file, (descriptor) => fstatSync(descriptor));
}

/** The whole content; throws `invalid_input` if the file is larger than the vault accepts. */
export function readSourceFile(file: SourceFile): Buffer {
  return withSourceFile(file, (descriptor) => {
    const { size } = fstatSync(descriptor);
    if (size > MOST_FILE_BYTES) throw refused({ words: TOO_LARGE });
    return readStart(descriptor, size);
  });
}

/** The first bytes, `length` at most. */
export function readSourceStart(file: SourceFile, length: number): Buffer {
  return withSourceFile(file, (descriptor) => readStart(descriptor, length));
}

/** Parts of the content, one after the other, each by where it starts and its size. */
export function* readSourceParts(
  file: SourceFile,
  parts: Iterable<{ start: number; size: number }>,
): Generator<Buffer> {
  const descriptor = openSourceFile(file);
  try {
    for (const { start, size } of parts) yield readStart(descriptor, size, start);
  } finally {
    closeSync(descriptor);
  }
}

/** The content piece by piece, for files of any size. */
export function streamSourceFile(file: SourceFile): ReadStream {
  return createReadStream('', { fd: openSourceFile(file) });
}

export const LINK = 'a link; links are not followed';
export const TOO_LARGE = 'larger than 50 MB';

function open(rawAddress: Buffer, address: string): number {
  try {
    return openPlain(rawAddress);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw refused({ words: LINK });
    if (isNotPlain(error)) throw refused(words`not a regular file`);
    throw ioError(error, address);
  }
}

/** True if the open file is the one at the resolved address, and that address is below the root. */
function isBelow(root: string, address: Buffer, { dev, ino }: Stats): boolean {
  const real = realpathSync.native(address, 'buffer');
  const above = Buffer.from(root.endsWith(sep) ? root : `${root}${sep}`);
  const named = statSync(real);
  return real.subarray(0, above.length).equals(above) && named.dev === dev && named.ino === ino;
}

function withSourceFile<Result>(file: SourceFile, use: (descriptor: number) => Result): Result {
  const descriptor = openSourceFile(file);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readStart(descriptor: number, length: number, from = 0): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(descriptor, bytes, read, length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

function refused(message: Words): RappelError {
  return new RappelError('invalid_input', 'import.item', { reason: message });
}
