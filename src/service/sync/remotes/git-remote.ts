import { git } from '../../history/git.js';
import { BRANCH, type Repository } from '../../history/private-git-dir.js';
import { inScratch, makeCommit, openGitServer } from './git-server.js';
import { MOST_MACHINES, readMachine } from './machines.js';
import { ENCRYPTED_BRANCHES, needsKey } from './needs-key.js';
import { MOST_PACK_BYTES } from './packs.js';
import type { MachineStatus, Remote, RemoteLimits } from './remote.js';
import { watchSize } from './watch-size.js';

const MACHINES = 'refs/heads/machines';

/** A repository on a git server, by ssh or https. */
export function openGitRemote(address: string, env: NodeJS.ProcessEnv, limits?: RemoteLimits): Remote {
  const server = openGitServer(address, env, limits);
  const { name } = server;

  /** The branch of a machine: an empty commit that says who it is. */
  async function machineRef(from: Repository, machine: MachineStatus): Promise<string> {
    const commit = await makeCommit(from, Buffer.alloc(0), JSON.stringify(machine));
    return `+${commit}:${MACHINES}/${machine.id}`;
  }

  return {
    name,
    askEveryMs: 30_000,
    async head() {
      const found = await server.refs(BRANCH, `${ENCRYPTED_BRANCHES}/*`);
      if ([...found.keys()].some((ref) => ref.startsWith(ENCRYPTED_BRANCHES))) throw needsKey(name);
      return found.get(BRANCH) ?? null;
    },
    async machines() {
      const found = [...(await server.refs(`${MACHINES}/*`))].slice(0, MOST_MACHINES);
      if (found.length === 0) return [];
      return inScratch(async (scratch) => {
        const specs = found.map(([ref], at) => `+${ref}:refs/rappel/${at}`);
        await server.fetch(scratch, specs, ['--depth=1']);
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
        await server.fetch({ ...into, head: known }, [`+${BRANCH}:refs/rappel/incoming`]);
      } finally {
        stop();
      }
    },
    async push({ from, head, expected, machine }) {
      return inScratch(async (scratch) => {
        const repository = { ...scratch, source: from.objects, head };
        const specs = [`+${head}:${BRANCH}`, await machineRef(repository, machine)];
        const lease = ['--atomic', `--force-with-lease=${BRANCH}:${expected ?? ''}`];
        return server.send(repository, specs, lease);
      });
    },
    async report(machine) {
      await inScratch(async (scratch) => server.send(scratch, [await machineRef(scratch, machine)], []));
    },
  };
}
