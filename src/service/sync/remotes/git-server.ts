import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../../vault/temporary-folder.js';
import { type GitResult, git } from '../../history/git.js';
import type { Repository } from '../../history/private-git-dir.js';
import { addressWithoutUser, gitServerFailure, refusedPush } from './git-failure.js';
import { BOUNDED } from './packs.js';
import { LONGEST_ANSWER_MS, LONGEST_EXCHANGE_MS, type RemoteLimits } from './remote.js';

export type GitServer = ReturnType<typeof openGitServer>;

/**
 * A repository on a git server, by ssh or https. Git uses the person's own settings for it, as far as they are about
 * reaching the server (keys, passwords, proxies); no hook runs here, and no other protocol.
 */
export function openGitServer(
  address: string,
  env: NodeJS.ProcessEnv,
  {
    answerWithinMs = LONGEST_ANSWER_MS,
    exchangeWithinMs = LONGEST_EXCHANGE_MS,
    signal: stopped,
  }: RemoteLimits = {},
) {
  const name = addressWithoutUser(address);
  const transport = transportOf(env);
  const onFailure = (_: string[], reason: string) => gitServerFailure(address, reason);

  async function reach(
    repository: Repository,
    args: string[],
    { okCodes = [0], mostMs = exchangeWithinMs } = {},
  ): Promise<GitResult> {
    const late = AbortSignal.timeout(mostMs);
    const signal = stopped === undefined ? late : AbortSignal.any([late, stopped]);
    try {
      return await git(repository, args, { env: transport, onFailure, okCodes, signal });
    } catch (error) {
      throw late.aborted ? gitServerFailure(address, 'it did not answer in time') : error;
    }
  }

  return {
    name,
    /** The references that match, with their commits. */
    async refs(...patterns: string[]): Promise<Map<string, string>> {
      const { out } = await inScratch((nothing) =>
        reach(nothing, ['ls-remote', '--', address, ...patterns], { mostMs: answerWithinMs }),
      );
      const lines = out.toString('utf8').trimEnd().split('\n').filter(Boolean);
      return new Map(lines.map((line) => line.split('\t') as [string, string]).map(([id, ref]) => [ref, id]));
    },
    async fetch(into: Repository, specs: readonly string[], options: readonly string[] = []): Promise<void> {
      await reach(into, [...FETCH, ...options, '--', address, ...specs]);
    },
    /** False if the server refused to move a branch, because it is elsewhere by now. */
    async send(from: Repository, specs: readonly string[], lease: readonly string[]): Promise<boolean> {
      const args = ['push', '--porcelain', '--no-verify', ...lease, '--', address, ...specs];
      const { code, out, problem } = await reach(from, args, { okCodes: [0, 1] });
      if (code === 0) return true;
      const refused = [...out.toString('utf8').matchAll(/^!\t\S*:(\S+)\t(.*)$/gm)].map((found) => found[2]!);
      if (refused.some((reason) => LATE.test(reason))) return false;
      throw refused.length > 0 ? refusedPush(address, refused) : gitServerFailure(address, problem);
    },
  };
}

/** Git itself sees that a branch is elsewhere, or the server while it moves it. A server that never takes another line is not late. */
const LATE = /^\[rejected\]|stale info|fetch first|cannot lock ref|incorrect old value/;

/** A commit without parents. */
export async function makeCommit(into: Repository, tree: Buffer, message: string): Promise<string> {
  const made = await git(into, ['mktree'], { input: tree });
  const author = { GIT_AUTHOR_NAME: 'Rappel', GIT_AUTHOR_EMAIL: 'rappel@localhost' };
  const committer = { GIT_COMMITTER_NAME: 'Rappel', GIT_COMMITTER_EMAIL: 'rappel@localhost' };
  const { out } = await git(into, ['commit-tree', made.out.toString('latin1').trim()], {
    input: Buffer.from(message),
    env: { ...author, ...committer },
  });
  return out.toString('latin1').trim();
}

/** Nothing but what is asked for, checked, as one pack. */
const FETCH = [
  '-c',
  'fetch.fsckObjects=true',
  '-c',
  'fetch.unpackLimit=1',
  'fetch',
  '-q',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-gc',
  '--no-recurse-submodules',
];

/** Objects that nobody keeps. */
export async function inScratch<Result>(work: (scratch: Repository) => Promise<Result>): Promise<Result> {
  const { folder, close } = makeTemporaryFolder('remote');
  try {
    mkdirSync(join(folder, 'pack'));
    return await work({ objects: folder, head: null, shallow: [] });
  } finally {
    close();
  }
}

/** What reaches a server: the person's settings of git and ssh, and nothing that asks at a terminal. */
function transportOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    GIT_CONFIG_NOSYSTEM: undefined,
    GIT_CONFIG_GLOBAL: env.GIT_CONFIG_GLOBAL,
    GIT_SSH_COMMAND:
      env.GIT_SSH_COMMAND ?? 'ssh -oBatchMode=yes -oConnectTimeout=15 -oServerAliveInterval=15',
    GIT_SSL_CAINFO: env.GIT_SSL_CAINFO,
    GIT_ALLOW_PROTOCOL: 'ssh:https:http',
    ...BOUNDED,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'http.lowSpeedLimit',
    GIT_CONFIG_VALUE_0: '1000',
    GIT_CONFIG_KEY_1: 'http.lowSpeedTime',
    GIT_CONFIG_VALUE_1: '30',
  };
}
