import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readJsonOrNull, readOrNull } from '../../shared/read-or-null.js';

/** What a working directory says about the project it belongs to. */
export interface WorkingDirectory {
  /** The real path of the repository that it is in, the same for all worktrees of one; itself if it is in none. */
  top: string;
  isRepository: boolean;
  /** The address of the git remote in one spelling, without credentials: `github.com/owner/name`. */
  remote: string | null;
  /** The project that `.rappel.json` at the top names. */
  named: string | null;
}

/** Reads the few files of git that say it: a git process would take longer than the rest of a hook. Never throws. */
export function readDirectory(directory: string): WorkingDirectory {
  const here = realPath(directory);
  const found = findRepository(here);
  if (found === null) return { top: here, isRepository: false, remote: null, named: namedIn(here) };
  const { top, gitFolder } = found;
  const config = readOrNull(join(gitFolder, 'config')) ?? '';
  // A worktree belongs to the repository that it was made from.
  const main = /[\\/]\.git$/.test(gitFolder) ? dirname(gitFolder) : top;
  return { top: main, isRepository: true, remote: remoteIn(config), named: namedIn(top) };
}

/** One spelling for all addresses of one repository; credentials are dropped. */
export function sameRemote(address: string): string {
  const url = /^[a-z][a-z+.-]*:\/\/(?:[^@/]*@)?([^/]*)\/+(.*)$/i.exec(address);
  const short = url === null ? /^(?:[^@/\\]+@)?([^:/\\]{2,}):(?!\\)\/*(.*)$/.exec(address) : null;
  const [, host = '', path = address] = url ?? short ?? [];
  const name = path.replace(/\/+$/, '').replace(/\.git$/, '');
  return host === '' ? name : `${host.toLowerCase().replace(/:\d+$/, '')}/${name}`;
}

function findRepository(here: string): { top: string; gitFolder: string } | null {
  for (let folder = here; ; folder = dirname(folder)) {
    const gitFolder = gitFolderIn(folder);
    if (gitFolder !== null) return { top: folder, gitFolder };
    if (dirname(folder) === folder) return null;
  }
}

/** The folder with the settings of a repository: `.git`, or where that file points to. */
function gitFolderIn(folder: string): string | null {
  const git = join(folder, '.git');
  const stats = statsOrNull(git);
  if (stats === null) return null;
  if (stats.isDirectory()) return git;
  const pointer = /^gitdir: (.*)$/m.exec(readOrNull(git) ?? '')?.[1]?.trim();
  if (pointer === undefined) return null;
  const own = isAbsolute(pointer) ? pointer : resolve(folder, pointer);
  const common = readOrNull(join(own, 'commondir'))?.trim();
  return common === undefined ? own : resolve(own, common);
}

/** Null also for what this user may not see. */
function statsOrNull(file: string) {
  try {
    return statSync(file);
  } catch {
    return null;
  }
}

/** `origin`, or else the first remote. */
function remoteIn(config: string): string | null {
  const urls = new Map<string, string>();
  let section: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[(.*)\]/.exec(line)?.[1];
    if (header !== undefined) section = /^remote "(.*)"$/.exec(header)?.[1] ?? null;
    const url = section === null ? undefined : /^\s*url\s*=\s*(.*?)\s*$/.exec(line)?.[1];
    if (url && section !== null && !urls.has(section)) urls.set(section, url);
  }
  const address = urls.get('origin') ?? [...urls.values()][0];
  return address === undefined ? null : sameRemote(address);
}

function namedIn(folder: string): string | null {
  const { project } = Object(readJsonOrNull(join(folder, '.rappel.json'))) as { project?: unknown };
  return typeof project === 'string' && project.trim() !== '' ? project.trim() : null;
}

function realPath(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch {
    return resolve(directory);
  }
}
