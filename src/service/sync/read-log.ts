import { readMessage } from '../history/entry.js';
import { git, gitOutput } from '../history/git.js';
import type { Repository } from '../history/private-git-dir.js';
import { separated } from '../history/stream-reader.js';
import type { LoggedCommit } from './replay.js';

/** The entries up to a commit, oldest first, but those up to another one. */
export async function readLog(
  repository: Repository,
  head: string,
  known: string | null,
): Promise<LoggedCommit[]> {
  if (head === known) return [];
  const range = known === null ? [head] : [head, `^${known}`];
  const found: LoggedCommit[] = [];
  const args = ['log', '-z', '--format=%H %ct %P%n%B', ...range];
  for await (const text of separated(gitOutput(repository, args))) {
    const [commit, seconds, parent] = text.slice(0, text.indexOf('\n')).split(' ');
    found.push({
      commit: commit!,
      parent: parent || null,
      seconds: Number(seconds),
      entry: readMessage(text),
    });
  }
  return found.reverse();
}

/** The newest commit that two have in common; null if there is none. */
export async function commonCommit(repository: Repository, a: string, b: string): Promise<string | null> {
  const { code, out } = await git(repository, ['merge-base', a, b], { okCodes: [0, 1] });
  return code === 0 ? out.toString('latin1').trim() : null;
}

/** Whether the objects have a commit. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  return (
    (await git(repository, ['cat-file', '-e', `${commit}^{commit}`], { okCodes: [0, 1, 128] })).code === 0
  );
}
