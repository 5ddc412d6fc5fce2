import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultPath } from '../../vault/paths.js';
import { writeDurably } from '../durable.js';
import { createGit, gitOutput } from './git.js';
import { withoutPath } from './without-path.js';

/**
 * Rewrites every entry without a path, into a new git directory that then takes the place of the old one. Entries that
 * held nothing else disappear; the others keep their ids.
 */
export async function purgeFromGit(gitDir: string, branch: string, path: VaultPath): Promise<void> {
  const fresh = `${gitDir}.new`;
  const old = `${gitDir}.old`;
  for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true });
  try {
    const target = createGit(fresh);
    await target(['init', '--quiet', '--bare', '--initial-branch=main', fresh]);
    const exported = gitOutput(gitDir, ['-c', 'core.quotepath=off', 'fast-export', branch]);
    await target(['fast-import', '--quiet', '--done'], { input: withoutPath(exported, path) });
    await target(COLLECT);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  renameSync(gitDir, old);
  renameSync(fresh, gitDir);
  rmSync(old, { recursive: true, force: true });
}

/** Leaves nothing that no entry holds. Git keeps a bounded part of the files in memory, and compares no large ones. */
const COLLECT = [
  '-c',
  'pack.windowMemory=64m',
  '-c',
  'core.bigFileThreshold=10m',
  'gc',
  '--quiet',
  '--prune=now',
];

/** Ends a purge that was killed between its last two steps: the new directory was complete by then. */
export function finishPurge(gitDir: string): void {
  if (existsSync(gitDir) || !existsSync(`${gitDir}.old`)) return;
  renameSync(existsSync(`${gitDir}.new`) ? `${gitDir}.new` : `${gitDir}.old`, gitDir);
  rmSync(`${gitDir}.old`, { recursive: true, force: true });
}

/**
 * Cuts the oldest half of the entries as often as it takes, by marking a commit as the first one known (as a shallow
 * clone does) and collecting what is no longer reachable. The newest entry always stays.
 */
export async function trimGit(gitDir: string, branch: string, mostBytes: number): Promise<number> {
  const git = createGit(gitDir);
  let size = await measure();
  // Many small objects are slow to count and large on the disk: git packs them when there are enough.
  if (size <= mostBytes) await git(['-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet']);
  else size = await collect();
  while (size > mostBytes) {
    const commits = (await git(['rev-list', '--first-parent', branch])).out
      .toString('latin1')
      .trim()
      .split('\n');
    if (commits.length < 2) break;
    writeDurably(join(gitDir, 'shallow'), `${commits[Math.floor((commits.length - 1) / 2)]}\n`);
    size = await collect();
  }
  return size;

  async function collect(): Promise<number> {
    await git(COLLECT);
    return measure();
  }

  /** Bytes of all objects, as git counts them. */
  async function measure(): Promise<number> {
    const counts = (await git(['count-objects', '-v'])).out.toString('latin1');
    const kilobytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(counts)?.[1] ?? 0);
    return 1024 * (kilobytes('size') + kilobytes('size-pack') + kilobytes('size-garbage'));
  }
}

export function folderBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
