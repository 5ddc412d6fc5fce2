import { RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { ignoresCase } from '../../vault/spelling.js';
import type { Repository } from '../history/private-git-dir.js';
import { type Divergence, filesAtCommit, isAncestor } from './divergence.js';

/** Fewer are deleted by hand every day. */
const MANY = 20;

/** Throws where only a person can know that it is meant: most files are gone, or a history was rewritten elsewhere. */
export async function refuseDoubtful(
  repository: Repository,
  divergence: Divergence,
  isAmongNodes = false,
): Promise<void> {
  const { own, shared, base, deletions, rewrittenBy } = divergence;
  if (rewrittenBy === 'shared') {
    const isOlder = own !== null && shared !== null && (await isAncestor(repository, shared, own));
    if (isOlder) throw isBehind();
    if (!isAmongNodes) throw isRewritten();
  }
  if (isAmongNodes || (rewrittenBy === null && deletions <= MANY)) return;
  const before = await filesAtCommit(repository, base);
  const lostOn = async (head: string | null) => {
    if (head === null) return 0;
    const now = await filesAtCommit(repository, head);
    const gone = [...before.keys()].filter((path) => !now.has(path)).length;
    // A file that was moved is gone from its place, and another one is there.
    const lost = Math.min(gone, before.size - now.size);
    return lost > MANY && lost * 2 >= before.size ? lost : 0;
  };
  const [here, there] = [await lostOn(own), await lostOn(shared)];
  if (here > 0) throw new RappelError('stale', 'sync.deleted_here', { deleted: here, files: before.size });
  if (there > 0) throw new RappelError('stale', 'sync.deleted_there', { deleted: there, files: before.size });
}

/** Throws where this disk takes two names for the same one: one file would replace the other. */
export async function refuseCollisions(root: string, repository: Repository, head: string): Promise<void> {
  if (!ignoresCase(root)) return;
  const spelled = new Map<string, VaultPath>();
  for (const path of (await filesAtCommit(repository, head)).keys()) {
    const other = spelled.get(path.toLowerCase());
    if (other !== undefined) throw new RappelError('exists', 'sync.same_name', { one: other, other: path });
    spelled.set(path.toLowerCase(), path);
  }
}

function isRewritten(): RappelError {
  return new RappelError('stale', 'sync.rewritten');
}

/** Of a remote that had entries: a drive that is not there leaves an empty folder. */
export function isEmpty(remote: string): RappelError {
  return new RappelError('stale', 'sync.remote_empty', { remote });
}

/** A backup was put back, or the newest entries were purged: nothing tells one from the other. */
function isBehind(): RappelError {
  return new RappelError('stale', 'sync.remote_restored');
}
