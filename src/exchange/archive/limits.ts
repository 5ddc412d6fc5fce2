import { statfsSync } from 'node:fs';
import { RappelError } from '../../shared/errors.js';
import { visiblePath } from '../../vault/paths.js';
import { type Words, words } from '../../words/message.js';

/*
 * The limits of every archive, TAR or ZIP: far above what a vault contains, far below what fills a disk or takes minutes
 * to walk through.
 */
export const MOST_ENTRIES = 500_000;
export const MOST_DEPTH = 100;
const MOST_PATH_BYTES = 3_000;
const MOST_NAME_BYTES = 255;

/** Up to this size an archive may expand to any multiple of its own size: a file of zeros is not an attack. */
const ANY_RATIO_BYTES = 1024 ** 3;
export const MOST_RATIO = 200;

/** Why the path of a visible file can't be in an archive; null if it can. */
export function problemOfPath(path: string): Words | null {
  return lengthProblem(path) ?? (visiblePath(path) === null ? words`its path leads outside the vault` : null);
}

export function lengthProblem(path: string): Words | null {
  const segments = path.split('/');
  if (segments.length > MOST_DEPTH) return words`it is more than ${MOST_DEPTH} folders deep`;
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) return words`its path is too long`;
  return segments.some((segment) => Buffer.byteLength(segment) > MOST_NAME_BYTES)
    ? words`its name is too long`
    : null;
}

/** True if an archive expands to so many times its own size that it may be made to fill disks. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > ANY_RATIO_BYTES && unpacked > packed * MOST_RATIO;
}

/**
 * Counts what an archive of `packed` bytes writes to a folder, where it may use a share of the free space. Each
 * call throws if that is exceeded.
 */
export function createBudget(packed: number, folder: string, share: number) {
  const { bavail, bsize } = statfsSync(folder);
  const room = bavail * bsize * share;
  let bytes = 0;
  let entries = 0;
  return {
    unpacked(count: number): void {
      bytes += count;
      if (isBomb(packed, bytes)) throw tooMuch(words`it unpacks to more than ${MOST_RATIO} times its size`);
      if (bytes > room) throw tooMuch(words`it unpacks to more than the disk of ${folder} has space for`);
    },
    entry(): void {
      if (++entries > MOST_ENTRIES) throw tooMuch(words`it has more than ${MOST_ENTRIES} entries`);
    },
  };
}

function tooMuch(reason: Words): RappelError {
  return new RappelError('invalid_input', 'archive.too_much', { reason });
}
