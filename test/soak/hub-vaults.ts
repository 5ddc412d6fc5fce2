import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openVaultFolders } from '../../src/hub/vault-folders.js';
import { indexFile } from '../../src/search/cache-folder.js';
import { ensureToken } from '../../src/service/connection/token.js';
import { renameState } from '../../src/service/state/state-format.js';
import { untilAgreed } from './harness.js';
import { startNode } from './hub-nodes.js';

/**
 * Vaults with so many files each, and an index of them in the cache of the first node. They are copies of one that was served until it was
 * indexed and recorded; what differs is the name, the token and a file with the name, which is found when the vault gets its remote.
 */
export async function makeVaults(
  folder: string,
  { names, files, env }: { names: readonly string[]; files: number; env: NodeJS.ProcessEnv },
): Promise<void> {
  const [first, ...others] = names as [string, ...string[]];
  const { root } = await openVaultFolders(folder).add(first, 'en');
  mkdirSync(join(root, 'projects', 'alpha'), { recursive: true });
  writeFileSync(join(root, 'projects', 'alpha', 'description.md'), '# alpha\n\nA project.\n');
  for (let at = 0; at < files; at++)
    writeFileSync(
      join(root, 'bucket', `file-${at}.md`),
      `# Topic ${at}\n\nThe shade of topic ${at} is number ${(at * 7919) % 1000}.\n`,
    );
  await serveOnce(folder, first, env);
  const index = dirname(indexFile(root, env));
  for (const name of others) {
    const own = join(folder, name);
    copy(root, own);
    renameState(own);
    rmSync(join(own, '.rappel', 'token'));
    ensureToken(own);
    copy(index, dirname(indexFile(own, env)));
  }
  for (const name of names)
    writeFileSync(join(folder, name, 'bucket', 'own.md'), `# Topic 1\n\nThe colour of ${name} is 1.\n`);
}

/** Until every file is stamped, indexed and recorded. */
async function serveOnce(folder: string, name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const vault = join(folder, name);
  const { DATABASE_URL: _, ...alone } = env;
  const node = await startNode(folder, alone);
  try {
    const headers = { authorization: `Bearer ${ensureToken(vault).token}` };
    await fetch(`${node.url}/v/${name}/api/health`, { headers });
    await untilAgreed({ vault, env }, 300_000);
  } finally {
    await node.stop();
  }
}

/** With the times of files to the nanosecond, which Node can't set: the index counts any other time as a change. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-a', from, to]);
}
