import type { VaultPath } from '../../vault/paths.js';
import { git } from '../history/git.js';
import { readTree } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { commonCommit, hasCommit, readLog } from './read-log.js';
import type { LoggedCommit } from './replay.js';

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
  /** The side whose history no longer holds what both agreed on: a purge or a trim has rewritten it. */
  rewrittenBy: 'own' | 'shared' | null;
}

/** Entries are compared by their ids: an entry that was put on top of others has another commit. */
export async function findDivergence(
  repository: Repository,
  { own, shared, agreed }: { own: string | null; shared: string | null; agreed: string | null },
): Promise<Divergence> {
  const common = own === null || shared === null ? null : await commonCommit(repository, shared, own);
  const sharedLog = shared === null ? [] : await readLog(repository, shared, common);
  const ownLog = own === null ? [] : await readLog(repository, own, common);
  const ids = (log: readonly LoggedCommit[]) => new Set(log.map(({ entry }) => entry.id));
  const [theirs, mine] = [ids(sharedLog), ids(ownLog)];
  const rewrittenBy = await rewriter(repository, { own, shared, agreed, common });
  // A rewritten side lacks entries on purpose: only what the other one did since they agreed is new.
  const since = rewrittenBy === null || agreed === null ? null : await sinceAgreed(repository, agreed);
  const isNew = (log: readonly LoggedCommit[], known: ReadonlySet<string>) =>
    log.filter(({ commit, entry }) => !known.has(entry.id) && (since === null || since.isAfter(commit)));
  const pending = rewrittenBy === 'own' ? [] : isNew(ownLog, theirs);
  const arrived = rewrittenBy === 'shared' ? [] : isNew(sharedLog, mine);
  const first = (rewrittenBy === 'own' ? arrived : pending)[0];
  const base = first === undefined ? common : await commitBefore(repository, first.commit);
  return { own, shared, base, arrived, pending, rewrittenBy };

  async function sinceAgreed(from: Repository, commit: string) {
    if (!(await hasCommit(from, commit))) return { isAfter: () => true };
    const { out } = await git(from, ['rev-list', commit]);
    const before = new Set(out.toString('latin1').split('\n'));
    return { isAfter: (candidate: string) => !before.has(candidate) };
  }
}

async function rewriter(
  repository: Repository,
  sides: { own: string | null; shared: string | null; agreed: string | null; common: string | null },
): Promise<Divergence['rewrittenBy']> {
  const { own, shared, agreed } = sides;
  if (own === null || shared === null || agreed === null) return null;
  const holds = async (head: string) =>
    (await hasCommit(repository, agreed)) && (await commonCommit(repository, head, agreed)) === agreed;
  if (!(await holds(shared))) return 'shared';
  return (await holds(own)) ? null : 'own';
}

/** The parent of a commit; null for the first one. */
async function commitBefore(repository: Repository, commit: string): Promise<string | null> {
  const { out } = await git(repository, ['rev-list', '-1', '--skip=1', commit]);
  return out.toString('latin1').trim() || null;
}

/** The files of a commit; none before the first one. */
export async function filesOf(
  repository: Repository,
  commit: string | null,
): Promise<Map<VaultPath, string>> {
  return commit === null ? new Map() : readTree(repository, commit);
}
