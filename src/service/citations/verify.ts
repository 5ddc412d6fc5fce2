import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { hashLines, linesIn, parseReference, type Reference } from '../../vault/citation.js';
import { isText } from '../../vault/files.js';
import { formatRanges, type LineRange } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import { parsePath, printable, type VaultPath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
import type { Vault } from '../../vault/vault.js';
import { readSmall } from '../history/differences.js';

/** What became of cited lines in their file: whether they say the same there, and where. */
export interface Verification {
  ref: string;
  /** True if every line still says the same. */
  holds: boolean;
  status: 'unchanged' | 'moved' | 'changed' | 'gone';
  /** Where they are; of changed ones, their place of before. Null where the file has no such lines any more. */
  now: Location | null;
  /** Of changed lines: what is there now. */
  text?: string;
}

interface Location {
  /** `vault/…` */
  path: string;
  /** `12-17`, or several ranges. */
  lines: string;
}

/**
 * Compares the lines of each reference with its file as it is now. Throws `invalid_input` for a text that is not a reference.
 */
export async function verifyReferences(vault: Vault, refs: readonly string[]): Promise<Verification[]> {
  const known = new Map<VaultPath, string[] | null>();
  const cited = refs.map((ref) => ({ ref: ref.trim(), ...readReference(ref.trim()) }));
  const yieldToEventLoop = createYielder();
  const results: Verification[] = [];
  for (const { ref, place, reference } of cited) {
    const lines = known.has(place) ? known.get(place)! : linesOf(vault, place);
    known.set(place, lines);
    results.push({ ref, ...(await verdictOn(reference, lines, yieldToEventLoop)) });
  }
  return results;
}

function readReference(ref: string): { place: VaultPath; reference: Reference } {
  const reference = parseReference(ref);
  if (reference === null)
    throw new RappelError('invalid_input', 'reference.malformed', { reference: printable(ref.slice(0, 80)) });
  return { place: parsePath(reference.path), reference };
}

/** Null if there is no such text. */
function linesOf(vault: Vault, path: VaultPath): string[] | null {
  const place = tryLocate(vault.root, path, 'not_found');
  const bytes = place?.kind === 'file' ? readSmall(place.target) : null;
  return bytes !== null && isText(bytes) ? shownLines(bytes.toString('utf8')) : null;
}

async function verdictOn(
  reference: Reference,
  lines: readonly string[] | null,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<Omit<Verification, 'ref'>> {
  const { path, ranges } = reference;
  if (lines === null) return { holds: false, status: 'gone', now: null };
  const at = (found: readonly LineRange[]) => ({ path, lines: formatRanges(found) });
  if (isCited(reference, ranges, lines)) return { holds: true, status: 'unchanged', now: at(ranges) };
  for (const shift of shiftsOf(ranges, lines.length)) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    const moved = ranges.map(({ first, last }) => ({ first: first + shift, last: last + shift }));
    if (isCited(reference, moved, lines)) return { holds: true, status: 'moved', now: at(moved) };
  }
  // An empty file was cited: all that is there is new.
  const asked = ranges.length === 0 ? [{ first: 1, last: lines.length }] : ranges;
  const there = asked
    .filter(({ first }) => first <= lines.length)
    .map(({ first, last }) => ({ first, last: Math.min(last, lines.length) }));
  if (there.length === 0) return { holds: false, status: 'gone', now: null };
  return { holds: false, status: 'changed', now: at(there), text: linesIn(lines, there).join('\n') };
}

/** Whether the lines at these ranges have the hash of the reference. */
function isCited({ hash }: Reference, ranges: readonly LineRange[], lines: readonly string[]): boolean {
  if (ranges.some(({ last }) => last > lines.length)) return false;
  return (ranges.length > 0 || lines.length === 0) && hashLines(linesIn(lines, ranges)) === hash;
}

/** How far all ranges may have moved together, the shortest way first. */
function* shiftsOf(ranges: readonly LineRange[], count: number): Generator<number> {
  if (ranges.length === 0) return;
  const [up, down] = [ranges[0]!.first - 1, count - ranges.at(-1)!.last];
  for (let distance = 1; distance <= Math.min(MOST_SHIFT, Math.max(up, down)); distance++) {
    if (distance <= down) yield distance;
    if (distance <= up) yield -distance;
  }
}

/** Farther away, other lines with the same short hash become likely. */
const MOST_SHIFT = 20_000;
