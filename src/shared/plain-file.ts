import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
} from 'node:fs';

interface PlainFileOptions {
  /** Whether a link at this address is followed. */
  links?: boolean;
  /** A larger file is refused. */
  mostBytes?: number;
}

/** How a file is opened that others may have put there: opening a pipe would otherwise wait for a writer, for ever. */
export const FOREIGN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The one opener for folders that others write to: a plain file of bounded size, at once, or an error as Node throws them. The checks run on
 * the open file, so that one that is replaced meanwhile is not read.
 */
export function openPlain(
  file: string | Buffer,
  { links = false, mostBytes = Number.POSITIVE_INFINITY }: PlainFileOptions = {},
): number {
  // Where the system can't be told not to follow a link.
  if (!links && !constants.O_NOFOLLOW && lstatSync(file).isSymbolicLink()) throw notPlain('ELOOP', file);
  const follows = links ? ~(constants.O_NOFOLLOW ?? 0) : -1;
  const descriptor = openSync(file, FOREIGN & follows);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notPlain(stats.isDirectory() ? 'EISDIR' : 'EINVAL', file);
    if (stats.size > mostBytes) throw notPlain('EFBIG', file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

export function readPlain(file: string | Buffer, options?: PlainFileOptions): Buffer {
  const descriptor = openPlain(file, options);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** In pieces, up to the size that the file has now. */
export function streamPlain(file: string, options?: PlainFileOptions): AsyncIterable<Buffer> {
  const fd = openPlain(file, options);
  const { size } = fstatSync(fd);
  return createReadStream('', { fd, start: 0, end: Math.max(0, size - 1) });
}

/** Whether what is there can't be read as a plain file: a link, a folder, a pipe, a device, or more than was allowed. */
export function isNotPlain(error: unknown): boolean {
  return ['ELOOP', 'EISDIR', 'EINVAL', 'ENXIO', 'EFBIG'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

function notPlain(code: string, file: string | Buffer): Error {
  return Object.assign(new Error(`${code}: not a plain file, open '${file}'`), { code, path: String(file) });
}
