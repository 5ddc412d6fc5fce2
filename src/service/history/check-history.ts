import { words } from '../../words/message.js';
import { readMessage } from './entry.js';
import { git, gitOutput } from './git.js';
import { readChanges } from './objects.js';
import type { Repository } from './private-git-dir.js';
import { refusedHistory } from './store.js';
import { separated } from './stream-reader.js';

/**
 * Reads every entry and path of a history once, and throws if one is not what Rappel writes: a history from an
 * archive or a sync is accepted completely or not at all. A commit's id covers all earlier ones, so everything
 * below `known` is already checked.
 */
export async function checkHistory(
  repository: Repository,
  head: string,
  known: string | null,
): Promise<void> {
  const isKnown = known !== null && (await holds(repository, known));
  await checkEntries(repository, head, isKnown ? known : null);
}

/** The same where `known` is there. `checkFolders` gets the root folder of each commit, before the paths are read. */
export async function checkEntries(
  repository: Repository,
  head: string,
  known: string | null,
  checkFolders: (roots: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  const range = known === null ? [head] : [head, `^${known}`];
  const commits: string[] = [];
  const roots: string[] = [];
  const args = ['log', '-z', '--format=%H %T %P%n%B', ...range];
  for await (const text of separated(gitOutput(repository, args))) {
    const [commit, root, ...parents] = text.slice(0, text.indexOf('\n')).trimEnd().split(' ');
    if (parents.length > 1) throw refusedHistory(words`it contains a merge, which Rappel does not make`);
    readMessage(text);
    commits.push(commit!);
    roots.push(root!);
  }
  await checkFolders(roots);
  for await (const _ of readChanges(repository, commits));
}

async function holds(repository: Repository, commit: string): Promise<boolean> {
  return (await git(repository, ['cat-file', '-e', commit], { okCodes: [0, 1, 128] })).code === 0;
}
