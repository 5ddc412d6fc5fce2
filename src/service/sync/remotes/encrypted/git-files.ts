import { RappelError } from '../../../../shared/errors.js';
import { git, gitOutput } from '../../../history/git.js';
import { BRANCH, type Repository } from '../../../history/private-git-dir.js';
import { inScratch, makeCommit, openGitServer } from '../git-server.js';
import { ENCRYPTED_BRANCHES } from '../needs-key.js';
import { MOST_PACK_BYTES } from '../packs.js';
import type { RemoteLimits } from '../remote.js';
import { watchSize } from '../watch-size.js';
import type { FileStore, KeptFile } from './file-store.js';

/** Encrypted files on a git server: each is a branch of its own, with one file in one commit. */
export function openGitFiles(address: string, env: NodeJS.ProcessEnv, limits?: RemoteLimits): FileStore {
  const server = openGitServer(address, env, limits);
  const refOf = (name: string) => `${ENCRYPTED_BRANCHES}/${name}`;

  async function commits(): Promise<Map<string, string>> {
    const found = await server.refs(BRANCH, `${ENCRYPTED_BRANCHES}/*`);
    if (found.has(BRANCH))
      throw new RappelError('invalid_input', 'sync.repository_not_encrypted', { place: server.name });
    return new Map([...found].map(([ref, id]) => [ref.slice(ENCRYPTED_BRANCHES.length + 1), id]));
  }

  async function commitOf(into: Repository, { content }: KeptFile): Promise<string> {
    const { out } = await git(into, ['hash-object', '-w', '--stdin'], { input: content() });
    return makeCommit(into, Buffer.from(`100644 blob ${out.toString('latin1').trim()}\t${FILE}\n`), '');
  }

  return {
    name: server.name,
    askEveryMs: 30_000,
    list: async () => [...(await commits()).keys()],
    async read(name, use) {
      const commit = (await commits()).get(name);
      if (commit === undefined)
        throw new RappelError('not_found', 'sync.place_changed', { place: server.name });
      return inScratch(async (scratch) => {
        const stop = watchSize(scratch.objects, MOST_PACK_BYTES);
        try {
          await server.fetch(scratch, [`+${refOf(name)}:refs/rappel/file`], ['--depth=1']);
        } finally {
          stop();
        }
        return use(gitOutput({ ...scratch, shallow: [commit] }, ['cat-file', 'blob', `${commit}:${FILE}`]));
      });
    },
    add: (files) =>
      inScratch(async (scratch) => {
        const specs: string[] = [];
        for (const file of files) specs.push(`${await commitOf(scratch, file)}:${refOf(file.name)}`);
        const lease = files.map(({ name }) => `--force-with-lease=${refOf(name)}:`);
        return server.send(scratch, specs, ['--atomic', ...lease]);
      }),
    async put(file) {
      await inScratch(async (scratch) =>
        server.send(scratch, [`+${await commitOf(scratch, file)}:${refOf(file.name)}`], []),
      );
    },
    async remove(names) {
      if (names.length === 0) return;
      await inScratch((scratch) =>
        server.send(
          scratch,
          names.map((name) => `:${refOf(name)}`),
          [],
        ),
      );
    },
  };
}

const FILE = 'data';
