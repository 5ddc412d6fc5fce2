import { bodyOf } from '../../../vault/frontmatter.js';
import { kindOf } from '../../../vault/kinds.js';
import { compareNames, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Check, Examined } from '../check.js';
import { isRaw } from '../file-facts.js';
import type { Found } from '../finding.js';
import { compareTexts } from '../sketch.js';

/** A shorter text is the same by chance. */
const FEWEST_TOKENS = 10;
/** How much of the shorter of two notes the longer one holds, to call them nearly the same. */
const NEARLY_THE_SAME = 0.9;
/** Groups of words that more notes share are a template or a signature. */
const MOST_SHARING = 8;
/** Half of a sketch: two texts that share nine groups of ten share less by chance once in hundreds of pairs. */
const LEAST_SHARED = 8;

/** Notes and other files that are there twice, and notes that say nearly the same. */
export const findDuplicates: Check = async (examined) => {
  const same = sameFiles(examined);
  const copies = new Set(same.flatMap((paths) => paths.slice(1)));
  const found = same.flatMap(([kept, ...others]) =>
    others.map((path) => describeCopy(path, kept!, examined)),
  );
  for (const [a, b] of await nearPairs(examined, copies)) {
    const near = describeNear(a, b, examined);
    if (near !== null) found.push(near);
    await examined.yieldToEventLoop();
  }
  return found;
};

/** Groups of equal files, the one to keep first. */
function sameFiles({ facts, binaries, links }: Examined): VaultPath[][] {
  const groups = new Map<string, VaultPath[]>();
  const add = (version: string, path: VaultPath) =>
    groups.set(version, [...(groups.get(version) ?? []), path]);
  for (const { path, kind, version, tokens } of facts.values())
    if (isRaw(kind) && tokens >= FEWEST_TOKENS) add(version, path);
  for (const [path, version] of binaries) if (isRaw(kindOf(path))) add(version, path);
  const uses = (path: VaultPath) => links.linksTo(path).length;
  return [...groups.values()]
    .filter((paths) => paths.length > 1)
    .map((paths) =>
      paths
        .map((path) => ({ path, uses: uses(path), isOfProject: path.startsWith('projects/') }))
        .sort(
          (a, b) =>
            b.uses - a.uses ||
            Number(b.isOfProject) - Number(a.isOfProject) ||
            a.path.length - b.path.length ||
            compareNames(a.path, b.path),
        )
        .map(({ path }) => path),
    );
}

function describeCopy(path: VaultPath, kept: VaultPath, { facts, links }: Examined): Found {
  const uses = links.linksTo(path).length;
  const says =
    uses === 0
      ? `This file is the same as ${showPath(kept)}. Keep one of them.`
      : `This file is the same as ${showPath(kept)}. Keep one of them; links to it follow.`;
  return {
    kind: 'duplicate',
    says,
    places: [path, kept].map((one) => ({ path: one, day: facts.get(one)?.updated ?? null })),
    about: [path, kept, facts.get(path)?.version ?? ''],
    remedy: { does: 'remove', path, kept },
  };
}

/** Pairs that share most of their sketch; each file of a group of copies is looked at once. */
async function nearPairs({ facts, yieldToEventLoop }: Examined, copies: ReadonlySet<VaultPath>) {
  const sharing = new Map<number, VaultPath[]>();
  for (const { path, sketch } of facts.values()) {
    if (sketch === null || copies.has(path)) continue;
    for (const group of sketch) {
      const known = sharing.get(group);
      if (known === undefined) sharing.set(group, [path]);
      else if (known.length <= MOST_SHARING) known.push(path);
    }
    await yieldToEventLoop();
  }
  const shared = new Map<string, { a: VaultPath; b: VaultPath; count: number }>();
  for (const paths of sharing.values()) {
    if (paths.length > MOST_SHARING) continue;
    for (const [at, a] of paths.entries()) {
      for (const b of paths.slice(at + 1)) {
        const pair = shared.get(`${a}\n${b}`);
        if (pair === undefined) shared.set(`${a}\n${b}`, { a, b, count: 1 });
        else pair.count++;
      }
    }
    await yieldToEventLoop();
  }
  // The sketch is a sample: the texts themselves decide.
  return [...shared.values()]
    .filter(({ count }) => count >= LEAST_SHARED)
    .map(({ a, b }): [VaultPath, VaultPath] => [a, b]);
}

function describeNear(a: VaultPath, b: VaultPath, { facts, linesOf }: Examined): Found | null {
  const [one, other] = [a, b].map((path) => bodyOf(linesOf(path).join('\n'))) as [string, string];
  const { held, isSameLength } = compareTexts(one, other);
  if (held < NEARLY_THE_SAME || !isSameLength) return null;
  const percent = Math.floor(held * 100);
  return {
    kind: 'duplicate',
    says: `${showPath(a)} and ${showPath(b)} say nearly the same: ${percent} % of the shorter one is in the other. Keep the better one.`,
    places: [a, b].map((path) => ({ path, line: 1, day: facts.get(path)!.updated })),
    about: [a, b, facts.get(a)!.version, facts.get(b)!.version],
  };
}
