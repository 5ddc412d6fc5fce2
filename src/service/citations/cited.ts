import { RappelError } from '../../shared/errors.js';
import { hashLines, linesIn, parseReference, type Reference } from '../../vault/citation.js';
import { formatRanges } from '../../vault/line-ranges.js';
import { printable, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Disk } from './disk.js';
import type { RangeVerification } from './verification.js';

/** A reference, and the file that it names as it is now. */
export interface Cited extends Reference {
  ref: string;
  place: VaultPath;
  /** Null if there is no such text. */
  now: readonly string[] | null;
  /** The cited lines stand where they stood. */
  isHere: boolean;
}

/** Throws `invalid_input` for a text that is not a reference. */
export function readCited(vault: Vault, disk: Disk, given: string): Cited {
  const ref = given.trim();
  const found = parseReference(ref);
  if (found === null)
    throw new RappelError('invalid_input', `"${printable(ref.slice(0, 80))}" is not a reference`, {
      hint: 'A reference has the form vault/tasks.md:9-14@3f9a2c; answers with --json carry them as ref.',
    });
  const { path: place } = vault.resolve(found.path);
  const now = disk.lines(place);
  return { ...found, ref, place, now, isHere: now !== null && isCited(found, now) };
}

/** Whether the lines of a text have the hash of the reference, at its ranges. */
export function isCited({ ranges, hash }: Reference, lines: readonly string[]): boolean {
  if (ranges.some(({ last }) => last > lines.length)) return false;
  return (ranges.length > 0 || lines.length === 0) && hashLines(linesIn(lines, ranges)) === hash;
}

/**
 * The verdicts where no recorded version has the lines: they may stand elsewhere in the file. Only their hash is known, and
 * it is too short to look for in other files.
 */
export function foundByHash({ path, ranges, hash, now }: Cited): RangeVerification[] {
  const shift = now === null ? null : shiftIn(now, { path, ranges, hash });
  return ranges.map((range) => {
    const lines = formatRanges([range]);
    if (shift === null) return { lines, status: 'unknown', now: [] };
    return { lines, status: 'moved', now: [{ path, lines: formatRanges([shifted(range, shift)]) }] };
  });
}

/** How far all ranges moved, the shortest way first. */
function shiftIn(now: readonly string[], reference: Reference): number | null {
  const { ranges } = reference;
  const [up, down] = [ranges[0]!.first - 1, now.length - ranges.at(-1)!.last];
  for (let distance = 1; distance <= Math.min(MOST_SHIFT, Math.max(up, down)); distance++)
    for (const shift of [distance, -distance]) {
      if (shift > down || -shift > up) continue;
      if (isCited({ ...reference, ranges: ranges.map((range) => shifted(range, shift)) }, now)) return shift;
    }
  return null;
}

const MOST_SHIFT = 20_000;

function shifted({ first, last }: { first: number; last: number }, shift: number) {
  return { first: first + shift, last: last + shift };
}
