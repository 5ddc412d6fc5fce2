import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { git } from '../../history/git.js';
import { BRANCH, type Repository } from '../../history/private-git-dir.js';
import { MOST_MACHINES, readMachine } from './machines.js';
import { MOST_PACK_BYTES } from './packs.js';
import type { MachineStatus, Remote } from './remote.js';
import { watchSize } from './watch-size.js';

const MACHINES = 'refs/heads/machines';

/**
 * A repository on a git server, by ssh or https. Git uses the person's own settings for it, as far as they are about
 * reaching the server (keys, passwords, proxies); no hook runs here, and no other protocol.
 */
export function openGitRemote(address: string, env: NodeJS.ProcessEnv): Remote {
  const name = address.replace(/(?<=\/\/)[^/@]*@/, '');
  const transport = transportOf(env);
  const onFailure = (_: string[], reason: string) => unreachable(name, reason);
  const reach = (repository: Repository, args: string[], okCodes = [0]) =>
    git(repository, args, { env: transport, onFailure, okCodes });

  async function refs(pattern: string): Promise<Map<string, string>> {
    const { out } = await inScratch((nothing) => reach(nothing, ['ls-remote', '--', address, pattern]));
    const lines = out.toString('utf8').trimEnd().split('\n').filter(Boolean);
    return new Map(lines.map((line) => line.split('\t') as [string, string]).map(([id, ref]) => [ref, id]));
  }

  /** The branch of a machine: an empty commit that says who it is. */
  async function machineRef(from: Repository, machine: MachineStatus): Promise<string> {
    const tree = (await git(from, ['mktree'], { input: Buffer.alloc(0) })).out.toString('latin1').trim();
    const author = { GIT_AUTHOR_NAME: 'Rappel', GIT_AUTHOR_EMAIL: 'rappel@localhost' };
    const committer = { GIT_COMMITTER_NAME: 'Rappel', GIT_COMMITTER_EMAIL: 'rappel@localhost' };
    const made = await git(from, ['commit-tree', tree], {
      input: Buffer.from(JSON.stringify(machine)),
      env: { ...author, ...committer },
    });
    return `+${made.out.toString('latin1').trim()}:${MACHINES}/${machine.id}`;
  }

  /** False if the server refused to move the branch, because it is elsewhere by now. */
  async function send(from: Repository, specs: string[], lease: string[]): Promise<boolean> {
    const args = ['push', '--porcelain', '--no-verify', ...lease, '--', address, ...specs];
    const { code, out } = await reach(from, args, [0, 1]);
    if (code === 0) return true;
    const refused = /^!\t\S*:(\S+)\t(.*)$/m.exec(out.toString('utf8'));
    if (refused !== null && /stale info|fetch first|non-fast-forward|cannot lock ref/.test(refused[2]!))
      return false;
    throw unreachable(name, refused?.[2] ?? 'the server refused it');
  }

  return {
    name,
    askEveryMs: 30_000,
    head: async () => (await refs(BRANCH)).get(BRANCH) ?? null,
    async machines() {
      const found = [...(await refs(`${MACHINES}/*`))].slice(0, MOST_MACHINES);
      if (found.length === 0) return [];
      return inScratch(async (scratch) => {
        const specs = found.map(([ref], at) => `+${ref}:refs/rappel/${at}`);
        await reach(scratch, [...FETCH, '--depth=1', '--', address, ...specs]);
        const ids = found.map(([, id]) => id);
        const { out } = await git(scratch, ['log', '--no-walk', '-z', '--format=%B', ...ids]);
        return out
          .toString('utf8')
          .split('\0')
          .flatMap((text) => readMachine(text.trim()) ?? []);
      });
    },
    async fetch(_head, known, into) {
      const stop = watchSize(into.objects, MOST_PACK_BYTES);
      try {
        await reach({ ...into, head: known }, [...FETCH, '--', address, `+${BRANCH}:refs/rappel/incoming`]);
      } finally {
        stop();
      }
    },
    async push({ from, head, expected, machine }) {
      return inScratch(async (scratch) => {
        const repository = { ...scratch, source: from.objects, head };
        const specs = [`+${head}:${BRANCH}`, await machineRef(repository, machine)];
        return send(repository, specs, ['--atomic', `--force-with-lease=${BRANCH}:${expected ?? ''}`]);
      });
    },
    async report(machine) {
      await inScratch(async (scratch) => send(scratch, [await machineRef(scratch, machine)], []));
    },
  };
}

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
async function inScratch<Result>(work: (scratch: Repository) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-remote-'));
  try {
    mkdirSync(join(folder, 'pack'));
    return await work({ objects: folder, head: null, shallow: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'http.lowSpeedLimit',
    GIT_CONFIG_VALUE_0: '1000',
    GIT_CONFIG_KEY_1: 'http.lowSpeedTime',
    GIT_CONFIG_VALUE_1: '30',
  };
}

function unreachable(name: string, reason: string): RappelError {
  return new RappelError('io', `${name} could not be reached: ${reason.replace(/^fatal: /, '')}`, {
    hint: 'Nothing is lost: it is tried again. To see for yourself: rappel sync',
  });
}
