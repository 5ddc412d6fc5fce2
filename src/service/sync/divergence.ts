import type { VaultPath } from '../../vault/paths.js';
import { git } from '../history/git.js';
import type { HistoryEntry } from '../history/history.js';
import { readTree } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { type ComparedLogs, compareLogs, hasCommit } from './read-log.js';
import type { LoggedCommit } from './rebase.js';

/** How the history of this machine and that of the others differ. */
export interface Divergence {
  own: string | null;
  shared: string | null;
  /** The newest commit of this machine before the first pending entry. */
  base: string | null;
  /** Entries of the others that this machine does not have, oldest first. */
  arrived: readonly LoggedCommit[];
  /** Entries of this machine that the others don't have, oldest first. */
  pending: readonly LoggedCommit[];
  /** How often a file was deleted on either side since they were the same. */
  deletions: number;
  /** The side whose history no longer holds what both agreed on. */
  rewrittenBy: 'own' | 'shared' | null;
}

export interface HistoryTips {
  own: string | null;
  shared: string | null;
  /** The newest commit that both had. */
  agreed: string | null;
  /** A purge or a trim has rewritten the history of this machine since. */
  isRewritten: boolean;
}

/**
 * Entries are compared by their ids: an entry that was put on top of others has another commit. Null if `shared` is unknown here: it
 * has to be fetched first.
 */
export async function findDivergence(repository: Repository, sides: HistoryTips): Promise<Divergence | null> {
  const { own, shared, agreed } = sides;
  const compared = await compareLogs(repository, own, shared);
  if (compared === null) return null;
  const { common, own: ownLog, shared: sharedLog } = compared;
  const ids = (log: readonly LoggedCommit[]) => new Set(log.map(({ entry }) => entry.id));
  const [theirs, mine] = [ids(sharedLog), ids(ownLog)];
  const rewrittenBy = await findRewriter(repository, sides, compared);
  // A rewritten side lacks entries on purpose: only what the other one did since they agreed is new.
  const before = rewrittenBy === null ? new Set<string>() : await commitsUpTo(repository, agreed);
  const isNew = (log: readonly LoggedCommit[], known: ReadonlySet<string>) =>
    log.filter(({ commit, entry }) => !known.has(entry.id) && !before.has(commit));
  const unsent = rewrittenBy === 'own' ? [] : isNew(ownLog, theirs);
  const arrived = rewrittenBy === 'shared' ? [] : isNew(sharedLog, mine);
  const first = (rewrittenBy === 'own' ? arrived : unsent)[0];
  const base = first === undefined ? common : first.parent;
  const pending = withoutFiled(unsent, sharedLog);
  const deletions = [...ownLog, ...sharedLog].reduce((sum, { entry }) => sum + countDeleted(entry), 0);
  return { own, shared, base, arrived, pending, deletions, rewrittenBy };
}

/** Two machines may file the same update: the entry that reached the remote first counts. */
function withoutFiled(unsent: readonly LoggedCommit[], shared: readonly LoggedCommit[]): LoggedCommit[] {
  const filed = new Set(shared.flatMap(({ entry }) => updateOf(entry) ?? []));
  return unsent.filter(({ entry }) => !filed.has(updateOf(entry) ?? ''));
}

function countDeleted({ files }: HistoryEntry): number {
  return files.filter(({ change }) => change === 'deleted').length;
}

function updateOf({ source, input }: HistoryEntry): string | null {
  return source === 'update' ? input : null;
}

/**
 * This machine knows what it did itself: a history that is older than the agreement without a purge or a trim comes from a
 * backup, and lacks nothing on purpose. What happened elsewhere only a person knows.
 */
async function findRewriter(
  repository: Repository,
  { own, shared, agreed, isRewritten }: HistoryTips,
  { common }: ComparedLogs,
): Promise<Divergence['rewrittenBy']> {
  // Mostly neither side has changed what they agreed on.
  if (own === null || shared === null || agreed === null || agreed === common) return null;
  if (!(await isAncestor(repository, agreed, shared))) return 'shared';
  return isRewritten && !(await isAncestor(repository, agreed, own)) ? 'own' : null;
}

/** True for the same commit too, and false for one that is unknown. */
export async function isAncestor(repository: Repository, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  const args = ['merge-base', '--is-ancestor', older, newer];
  return (await git(repository, args, { okCodes: [0, 1, 128] })).code === 0;
}

/** None where the commit is unknown. */
async function commitsUpTo(repository: Repository, commit: string | null): Promise<Set<string>> {
  if (commit === null || !(await hasCommit(repository, commit))) return new Set();
  const { out } = await git(repository, ['rev-list', commit]);
  return new Set(out.toString('latin1').split('\n'));
}

/** The files of a commit; none before the first one. */
export async function filesAtCommit(
  repository: Repository,
  commit: string | null,
): Promise<Map<VaultPath, string>> {
  return commit === null ? new Map() : readTree(repository, commit);
}
