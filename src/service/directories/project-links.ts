import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fold } from '../../shared/fold.js';
import { readJsonOrNull, readOrNull } from '../../shared/read-or-null.js';
import { portableName } from '../../vault/portable-names.js';
import { changeState, peekState } from '../../vault/state-database.js';
import { projectWall, type Wall, WITHOUT_PROJECT } from '../../vault/wall.js';

/** A link from a directory to a project: by its git remote where it has one, else by its path. */
interface ProjectLink {
  remote: string | null;
  path: string | null;
  /** The name of a folder in `projects/`. */
  project: string;
  /** True if an assistant in this directory may see the whole vault. */
  open: boolean;
}

/** The project of a directory, and what it follows from. */
export interface DirectoryProject {
  /** Null for a directory that belongs to no project. */
  project: string | null;
  /** What named it: a link by remote or by path, `.rappel.json`, or the name of the repository. */
  by: 'remote' | 'path' | 'file' | 'name' | null;
  /** True if a session in this directory is shown the overview of the vault too. */
  open: boolean;
  directory: WorkingDirectory;
}

/**
 * The project that a directory belongs to. Links of the user decide. Without one, the repository names its project itself
 * (`.rappel.json`, or its own name), unless another directory is linked to that project: a repository from elsewhere must
 * not open the memory of another by its name.
 */
export function projectOfDirectory(root: string, directory: string): DirectoryProject {
  const found = readDirectory(directory);
  const links = readLinks(root);
  const link = linkOf(links, found, resolve(directory));
  if (link !== null)
    return {
      project: link.project,
      by: link.remote === null ? 'path' : 'remote',
      open: link.open,
      directory: found,
    };
  const nothing = { project: null, by: null, open: !found.isRepository, directory: found };
  if (isNoPlace(found.top, root)) return { ...nothing, open: true };
  const named = found.named ?? (found.isRepository ? ownName(found) : null);
  const project = named === null ? null : projectName(named);
  if (project === null || links.some((other) => other.project === project)) return nothing;
  return { project, by: found.named === null ? 'name' : 'file', open: false, directory: found };
}

/**
 * What an assistant in a directory may see; null for everything: its link is open, or it is a plain folder without one. A repository whose
 * name belongs to another sees the profile and what is global.
 */
export function wallOfDirectory({ project, open }: DirectoryProject): Wall | null {
  if (open) return null;
  return project === null ? WITHOUT_PROJECT : projectWall(project);
}

/** The newest first. */
export function readLinks(root: string): ProjectLink[] {
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT remote, path, project, open FROM directories ORDER BY rowid DESC').all(),
  );
  return rows.map((row) => ({ ...(row as unknown as ProjectLink), open: row.open === 1 }));
}

/** Links a directory to a project; replaces its earlier link. */
export function linkDirectory(
  root: string,
  { top, remote }: WorkingDirectory,
  { project, open }: Pick<ProjectLink, 'project' | 'open'>,
): ProjectLink {
  const link = { remote, path: remote === null ? top : null, project, open };
  changeState(root, (database) => {
    database.prepare('DELETE FROM directories WHERE remote IS ? AND path IS ?').run(link.remote, link.path);
    database
      .prepare('INSERT INTO directories (remote, path, project, open) VALUES (?, ?, ?, ?)')
      .run(link.remote, link.path, project, open ? 1 : 0);
  });
  return link;
}

/** Removes the link of a directory; false if it has none of its own. */
export function unlinkDirectory(root: string, { top, remote }: WorkingDirectory): boolean {
  const isOwn = (link: ProjectLink) => (link.remote === null ? link.path === top : link.remote === remote);
  if (!readLinks(root).some(isOwn)) return false;
  changeState(root, (database) => {
    database
      .prepare('DELETE FROM directories WHERE remote = ? OR (remote IS NULL AND path = ?)')
      .run(remote, top);
  });
  return true;
}

/** A name as a folder of `projects/`: itself where it can be one, else in lower case and without accents; null for none. */
export function projectName(given: string): string | null {
  const name = given.normalize('NFC').trim();
  if (/^[\p{L}\p{N}][^/\\\p{Cc}]{0,79}$/u.test(name) && portableName(name) === name) return name;
  const words = fold(name).match(/[a-z0-9]+/g) ?? [];
  return words.length === 0 ? null : portableName(words.join('-').slice(0, MOST_NAME));
}

const MOST_NAME = 40;

function ownName({ remote, top }: WorkingDirectory): string {
  return fold(basename(remote ?? top));
}

/** The link of its remote, else of the nearest folder above it. */
function linkOf(
  links: readonly ProjectLink[],
  { top, remote }: WorkingDirectory,
  here: string,
): ProjectLink | null {
  const byRemote = links.find((link) => link.remote !== null && link.remote === remote);
  if (byRemote !== undefined) return byRemote;
  const isAbove = ({ path }: ProjectLink) =>
    path !== null && [top, here].some((folder) => `${folder}${sep}`.startsWith(`${path}${sep}`));
  const byPath = links.filter(isAbove).sort((a, b) => b.path!.length - a.path!.length);
  return byPath[0] ?? null;
}

/** The home folder, the root of the disk and the vault itself say nothing about a project. */
function isNoPlace(top: string, root: string): boolean {
  return [homedir(), resolve('/')].includes(top) || `${top}${sep}`.startsWith(`${resolve(root)}${sep}`);
}

/** What a working directory says about the project it belongs to. */
interface WorkingDirectory {
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
