import { kindOf } from '../../../vault/kinds.js';
import { compareNames, showPath, type VaultPath } from '../../../vault/paths.js';
import type { Check, Examined } from '../check.js';
import { isRaw } from '../file-facts.js';
import type { RawFinding } from '../finding.js';

/** A shorter text is the same by chance. */
const FEWEST_TOKENS = 10;
/** Notes and other files that are there twice. */
export const findDuplicates: Check = async (examined) =>
  sameFiles(examined).flatMap(([kept, ...others]) =>
    others.map((path) => describeCopy(path, kept!, examined)),
  );

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

function describeCopy(path: VaultPath, kept: VaultPath, { facts, links }: Examined): RawFinding {
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
