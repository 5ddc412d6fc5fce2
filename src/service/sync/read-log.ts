import { readMessage } from '../history/entry.js';
import { git, gitFailure, gitOutput } from '../history/git.js';
import type { Repository } from '../history/private-git-dir.js';
import { separated } from '../history/stream-reader.js';
import type { LoggedCommit } from './rebase.js';

/** The entries up to a commit, oldest first, but those up to another one. */
export async function readLog(
  repository: Repository,
  head: string,
  known: string | null,
): Promise<LoggedCommit[]> {
  if (head === known) return [];
  const range = known === null ? [head] : [head, `^${known}`];
  const found: LoggedCommit[] = [];
  for await (const text of separated(gitOutput(repository, ['log', '-z', FORMAT, ...range])))
    found.push(loggedIn(text).logged);
  return found.reverse();
}

/** How two histories came to differ. */
export interface ComparedLogs {
  /** The newest commit that both have; null if there is none. */
  common: string | null;
  /** What each has since, oldest first. */
  own: LoggedCommit[];
  shared: LoggedCommit[];
}

/** Compares the histories up to two commits; null if `shared` is unknown here. */
export async function compareLogs(
  repository: Repository,
  own: string | null,
  shared: string | null,
): Promise<ComparedLogs | null> {
  const found: ComparedLogs = { common: own === shared ? own : null, own: [], shared: [] };
  if (own === shared) return found;
  const range = own === null || shared === null ? (own ?? shared!) : `${own}...${shared}`;
  const args = ['log', '-z', FORMAT, '--left-right', '--boundary', range, '--'];
  const { code, out, problem } = await git(repository, args, { okCodes: [0, 128] });
  if (code !== 0) {
    if (shared !== null && !(await hasCommit(repository, shared))) return null;
    throw gitFailure(args, problem);
  }
  for await (const text of separated([out])) {
    const { mark, logged } = loggedIn(text);
    if (mark === '-') found.common = logged.commit;
    else if (mark === '<' || shared === null) found.own.push(logged);
    else found.shared.push(logged);
  }
  for (const side of [found.own, found.shared]) side.reverse();
  return found;
}

/** With the side of a commit: `<` or `>`, or `-` for the one before both. */
const FORMAT = '--format=%m %H %ct %P%n%B';

function loggedIn(text: string): { mark: string; logged: LoggedCommit } {
  const [mark, commit, seconds, parent] = text.slice(0, text.indexOf('\n')).split(' ');
  return {
    mark: mark!,
    logged: {
      commit: commit!,
      parent: parent || null,
      seconds: Number(seconds),
      entry: readMessage(text),
    },
  };
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
