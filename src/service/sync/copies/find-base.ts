import type { Bytes } from '../../../vault/files.js';
import { bodyOf } from '../../../vault/frontmatter.js';
import type { VaultPath } from '../../../vault/paths.js';
import { versionOf } from '../../../vault/stamp.js';
import { git } from '../../history/git.js';
import { readBlobs, readChanges } from '../../history/objects.js';
import type { Repository } from '../../history/private-git-dir.js';

/** A copy is made from what a machine last had: rarely more than a few changes ago. */
const MOST_VERSIONS = 50;

export interface Base {
  /**
   * The recorded version that both come from: the one most like the copy, the newest of several. Not the version of today,
   * since both changed: null where no other is known, and nothing counts as removed.
   */
  bytes: Bytes | null;
  /** How much of the copy and of a version of the file is the same, from 0 to 1. */
  likeness: number;
}

export async function findBase(
  repository: Repository,
  { original, now, copy }: { original: VaultPath; now: Bytes; copy: Bytes },
): Promise<Base> {
  const base: Base = { bytes: null, likeness: likenessOf(now, copy) };
  let best = -1;
  for await (const bytes of readBlobs(repository, await versionsOf(repository, original))) {
    const likeness = likenessOf(bytes, copy);
    base.likeness = Math.max(base.likeness, likeness);
    if (likeness <= best || versionOf(bytes.toString('utf8')) === versionOf(now.toString('utf8'))) continue;
    best = likeness;
    base.bytes = bytes;
  }
  return base;
}

/** Newest first. */
async function versionsOf(repository: Repository, original: VaultPath): Promise<string[]> {
  const args = ['log', `-n${MOST_VERSIONS}`, '--format=%H', repository.head!, '--', `:(literal)${original}`];
  const { out } = await git(repository, args);
  const versions = new Set<string>();
  const commits = out.toString('latin1').split('\n').filter(Boolean);
  for await (const { changes } of readChanges(repository, commits))
    for (const { path, after } of changes) if (path === original && after !== null) versions.add(after);
  return [...versions];
}

/** By their lines, without the frontmatter, which is often stamped. */
function likenessOf(a: Bytes, b: Bytes): number {
  const [mine, others] = [linesOf(a), linesOf(b)];
  if (mine.length + others.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const line of mine) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of others) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared++;
    counts.set(line, left - 1);
  }
  return (2 * shared) / (mine.length + others.length);
}

function linesOf(bytes: Bytes): string[] {
  return bodyOf(bytes.toString('utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '');
}
