import { isText } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { readBlobs, readChanges } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { readLog } from './read-log.js';

/** More than a new vault has. */
const MANY = 20;

/** True for a vault that is just made: its files never said anything but what they are for. */
export async function isUntouched(repository: Repository, head: string | null): Promise<boolean> {
  const log = head === null ? [] : await readLog(repository, head, null);
  if (log.length > MANY) return false;
  const versions = new Set<string>();
  const commits = log.map(({ commit }) => commit);
  for await (const { changes } of readChanges(repository, commits))
    for (const { after } of changes) if (after !== null) versions.add(after);
  if (versions.size > MANY) return false;
  for await (const bytes of readBlobs(repository, [...versions]))
    if (!isText(bytes) || bodyOf(bytes.toString('utf8')).trim() !== '') return false;
  return true;
}
