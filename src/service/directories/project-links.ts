import { homedir } from 'node:os';
import { basename, resolve, sep } from 'node:path';
import { fold } from '../../shared/fold.js';
import { portableName } from '../../vault/portable-names.js';
import { changeState, peekState } from '../../vault/state-database.js';
import { projectWall, type Wall, WITHOUT_PROJECT } from '../../vault/wall.js';
import { readDirectory, type WorkingDirectory } from './working-directory.js';

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
