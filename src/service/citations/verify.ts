import { linesIn } from '../../vault/citation.js';
import { formatRanges } from '../../vault/line-ranges.js';
import type { Vault } from '../../vault/vault.js';
import type { History } from '../history/history.js';
import { type Cited, foundByHash, isCited, readCited } from './cited.js';
import { createDisk, type Disk } from './disk.js';
import type { FileState } from './file-states.js';
import { findElsewhere } from './find-elsewhere.js';
import { type FollowedRange, judge } from './judge.js';
import { openPast, type Past } from './past.js';
import { type RangeVerification, summarise, type Verification } from './verification.js';

/**
 * Says of each reference what became of its lines. The hash finds the version of the file that was cited; from there the
 * lines are followed to what is on the disk now. Throws `invalid_input` for a text that is not a reference.
 */
export async function verifyReferences(
  vault: Vault,
  history: () => Promise<History>,
  refs: readonly string[],
): Promise<Verification[]> {
  const disk = createDisk(vault);
  const cited = refs.map((ref) => readCited(vault, disk, ref));
  // Most citations hold: those need no history.
  const past = cited.every(({ isHere }) => isHere) ? null : await openPast(await history(), disk);
  try {
    const followed: (FollowedRange[] | null)[] = [];
    for (const one of cited) followed.push(past && (await followRanges(one, past)));
    const fates = followed.flatMap((ranges) => ranges ?? []).flatMap((range) => range.fates);
    if (past !== null) await findElsewhere(fates, past);
    const results: Verification[] = [];
    for (const [index, one] of cited.entries())
      results.push(summarise(one.ref, await verdicts(one, followed[index]!, disk)));
    return results;
  } finally {
    await past?.texts.close();
  }
}

/** Null if the lines are where they were, or no recorded version has them. */
async function followRanges(cited: Cited, past: Past): Promise<FollowedRange[] | null> {
  const version = cited.isHere ? null : await citedVersion(cited, past);
  if (version === null) return null;
  const text = await version.lines();
  const followed: FollowedRange[] = [];
  for (const range of cited.ranges) {
    const lines = linesIn(text, [range]);
    const run = { path: cited.place, at: range.first - 1, lines, cited: 0 };
    followed.push({ range, lines, fates: await past.runs.follow(run, version.at) });
  }
  return followed;
}

/** The newest recorded version whose lines have the hash. */
async function citedVersion(cited: Cited, { runs }: Past): Promise<FileState | null> {
  const states = (await runs.statesOf(cited.place))
    .filter(({ place, isDeleted }) => place && !isDeleted)
    .reverse();
  for (const [index, state] of states.entries()) {
    const ahead = states.slice(index + 1, index + AHEAD).map(({ place }) => place!);
    if (isCited(cited, await state.lines(ahead))) return state;
  }
  return null;
}

/** So many versions are read at once. */
const AHEAD = 4;

async function verdicts(
  cited: Cited,
  followed: FollowedRange[] | null,
  disk: Disk,
): Promise<RangeVerification[]> {
  if (cited.ranges.length === 0) return [ofEmptyFile(cited)];
  if (cited.isHere)
    return cited.ranges.map((range) => ({ lines: formatRanges([range]), status: 'unchanged', now: [] }));
  if (followed === null) return foundByHash(cited);
  const ranges: RangeVerification[] = [];
  for (const range of followed) ranges.push(await judge(cited, range, disk));
  return ranges;
}

function ofEmptyFile({ path, now, isHere }: Cited): RangeVerification {
  if (isHere) return { lines: '0-0', status: 'unchanged', now: [] };
  if (now === null) return { lines: '0-0', status: 'deleted', now: [] };
  return { lines: '0-0', status: 'changed', now: [{ path, lines: `1-${now.length}` }] };
}
