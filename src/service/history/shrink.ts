import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultPath } from '../../vault/paths.js';
import { createGit } from './git.js';
import { withoutPath } from './without-path.js';

/**
 * Rewrites every entry without a path, into a new git directory that then takes the place of the old one. Entries that
 * held nothing else disappear; the others keep their ids.
 */
export async function purgeFromGit(gitDir: string, branch: string, path: VaultPath): Promise<void> {
  const fresh = `${gitDir}.new`;
  const old = `${gitDir}.old`;
  for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  const exported = await createGit(gitDir)(['-c', 'core.quotepath=off', 'fast-export', branch]);
  const target = createGit(fresh);
  await target(['init', '--quiet', '--bare', '--initial-branch=main', fresh]);
  await target(['fast-import', '--quiet'], { input: withoutPath(exported.out, path) });
  await target(['gc', '--quiet', '--prune=now']);
  renameSync(gitDir, old);
  renameSync(fresh, gitDir);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Cuts the oldest half of the entries as often as it takes, by marking a commit as the first one known (as a shallow
 * clone does) and collecting what is no longer reachable. The newest entry always stays.
 */
export async function trimGit(gitDir: string, branch: string, mostBytes: number): Promise<number> {
  const git = createGit(gitDir);
  let size = folderBytes(gitDir);
  if (size > mostBytes) size = await collect();
  while (size > mostBytes) {
    const commits = (await git(['rev-list', '--first-parent', branch])).out
      .toString('latin1')
      .trim()
      .split('\n');
    if (commits.length < 2) break;
    writeFileSync(join(gitDir, 'shallow'), `${commits[Math.floor((commits.length - 1) / 2)]}\n`);
    size = await collect();
  }
  return size;

  async function collect(): Promise<number> {
    await git(['gc', '--quiet', '--prune=now']);
    return folderBytes(gitDir);
  }
}

export function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
