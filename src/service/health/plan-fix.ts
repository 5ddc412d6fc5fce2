import { RappelError } from '../../shared/errors.js';
import { readBytes, readText } from '../../vault/files.js';
import { nameKey } from '../../vault/links/note-names.js';
import { type LinkMove, rewriteLinks } from '../../vault/links/rewrite-links.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import type { LinkIndex } from '../links/link-index.js';
import { planMove } from '../links/plan-move.js';
import type { Remedy } from './finding.js';

/** What a fix does to the files. */
export interface FixPlan {
  /** What the history calls it. */
  reason: string;
  edits: readonly { path: VaultPath; change(current: string): string }[];
  /** The file that is deleted; null for none. `check`, called just before, throws `stale` where it is no longer as it was found. */
  removed: { path: VaultPath; check(): void } | null;
}

type Parts = { vault: Vault; links: LinkIndex };

/** Throws `stale` where a file is no longer as it was found. */
export async function planFix(remedy: Remedy, parts: Parts): Promise<FixPlan> {
  return remedy.does === 'retarget' ? planRetarget(remedy, parts) : planRemove(remedy, parts);
}

function planRetarget(
  { from, to, notes }: Extract<Remedy, { does: 'retarget' }>,
  { links: { names } }: Parts,
): FixPlan {
  // As if the missing file had been there, and was moved.
  const isMissing = (name: string) => nameKey(name.trim().replace(/^(?:\/|vault\/)/, '')) === nameKey(from);
  const move: LinkMove = {
    before: {
      find: (name, note) => names.find(name, note) ?? (isMissing(name) ? from : null),
      has: (path) => path === from || names.has(path),
    },
    after: names,
    moved: (path) => (path === from ? to : path),
  };
  return {
    reason: `pointed links to ${showPath(from)} at ${showPath(to)}`,
    edits: notes.map((path) => ({ path, change: (current) => rewriteLinks(current, path, move).text })),
    removed: null,
  };
}

async function planRemove(
  { path, kept }: Extract<Remedy, { does: 'remove' }>,
  { vault, links }: Parts,
): Promise<FixPlan> {
  const check = () => {
    const [copy, original] = [path, kept].map((one) => versionOfBytes(readBytes(vault.locate(one))));
    if (copy !== original) throw changedMeanwhile(path);
  };
  check();
  const { move, notes } = await planMove(links, path, kept);
  return {
    reason: `deleted ${showPath(path)}, the same as ${showPath(kept)}`,
    edits: notes
      .filter((note) => note.path !== path)
      .map((note) => ({
        path: note.path,
        change: (current) => rewriteLinks(current, note.path, move).text,
      })),
    removed: { path, check },
  };
}

/** The texts that a plan changes, before and after. Throws like `planFix`. */
export function textsOf(
  { edits }: FixPlan,
  vault: Vault,
): { path: VaultPath; before: string; after: string }[] {
  return edits.map(({ path, change }) => {
    const before = readText(vault.locate(path));
    return { path, before, after: change(before) };
  });
}

function changedMeanwhile(path: VaultPath): RappelError {
  return new RappelError('stale', 'finding.file_changed', { path: showPath(path) });
}
