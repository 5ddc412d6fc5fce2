import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { cutLoose } from '../shared/cut-loose.js';
import { newId } from '../shared/ids.js';
import { fileSystem } from '../vault/file-system.js';
import { quickText, readIfText } from '../vault/files.js';
import { firstHeading } from '../vault/headings.js';
import { joinPath, ROOT, type VaultPath } from '../vault/paths.js';
import { listFolder } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';

/** A project and what people call it. */
export interface ProjectName {
  /** The name of its folder. */
  name: string;
  path: VaultPath;
  /** The heading of its description, or else the name of the folder. */
  title: string;
}

const projectsFolder = joinPath(ROOT, 'projects');

/** The same list again as long as nothing in it has changed: a service is asked often. */
export function projectNames(vault: Vault): readonly ProjectName[] {
  const place = vault.locate(projectsFolder);
  if (place.kind !== 'folder') return [];
  const known = knownOf(vault);
  const folder = lookOf(fileSystem.lstat(place.entry));
  if (known.doubtful?.size === 0 && known.folder === folder) return known.projects;
  const before = new Map(known.projects.map((project) => [project.name, project]));
  const doubtful = new Set<string>();
  const found = listFolder(vault.root, place.target, projectsFolder).flatMap(({ name, kind, address }) => {
    if (kind !== 'folder') return [];
    const same = before.get(name);
    if (same !== undefined && known.doubtful?.has(name) === false) return [same];
    const description = `${address}${sep}description.md`;
    const stats = fileSystem.lstat(description);
    // A description that is made later may be there before the watcher knows its folder.
    if (!stats?.isFile()) doubtful.add(name);
    return [readName(vault, known, { name, description, stats, same })];
  });
  if (found.length !== known.projects.length || found.some((project, at) => project !== known.projects[at]))
    known.projects = found;
  known.folder = folder;
  // What is behind a link is told by another path.
  known.doubtful = known.isFollowed && place.entry === place.target ? doubtful : null;
  return known.projects;
}

/** What was read of the projects of a vault. */
interface Known {
  projects: readonly ProjectName[];
  /** How their folder looked. */
  folder: string | null;
  /** How each description looked. */
  looks: WeakMap<ProjectName, string | null>;
  isFollowed: boolean;
  /** The projects of which anything may have changed since; null for all of them. */
  doubtful: Set<string> | null;
}

const knownByVault = new WeakMap<Vault, Known>();

function knownOf(vault: Vault): Known {
  const known = knownByVault.get(vault);
  if (known !== undefined) return known;
  const nothing = { projects: [], folder: null, looks: new WeakMap(), isFollowed: false, doubtful: null };
  knownByVault.set(vault, nothing);
  return nothing;
}

/** For a vault that is watched: what no change is told of is not looked at again. Of thousands of projects, that would take as long as an answer. */
export function followProjects(vault: Vault) {
  const known = knownOf(vault);
  known.isFollowed = true;
  return {
    changed(path: VaultPath): void {
      const [top, name, file, ...below] = path.split('/');
      if (top !== projectsFolder) return;
      if (file === undefined) known.folder = null;
      if (name === undefined) known.doubtful = null;
      else if (file === undefined || (file === 'description.md' && below.length === 0))
        known.doubtful?.add(name);
    },
    /** Anything may have changed. */
    doubt(): void {
      known.doubtful = null;
    },
    stop(): void {
      known.isFollowed = false;
      known.doubtful = null;
    },
  };
}

interface Description {
  name: string;
  description: string;
  stats: Stats | undefined;
  /** As it was read before. */
  same: ProjectName | undefined;
}

/** The same object again where the title is the same: every stamp changes a description. */
function readName(
  vault: Vault,
  { looks }: Known,
  { name, description, stats, same }: Description,
): ProjectName {
  const look = lookOf(stats);
  if (same !== undefined && looks.get(same) === look) return same;
  const path = joinPath(projectsFolder, name);
  const title = cutLoose(titleOf(vault, path, stats && { address: description, stats }) || name);
  const project = same?.title === title ? same : { name, path, title };
  looks.set(project, look);
  return project;
}

/** Changes whenever the file or folder does; null for none. What a link leads to may change without it: it never looks the same. */
function lookOf(stats: Stats | undefined): string | null {
  if (stats === undefined) return null;
  return stats.isSymbolicLink() ? newId() : `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}

/** Null where there is no description, or no heading in it, or it can't be read: a project still has a name. */
function titleOf(
  vault: Vault,
  project: VaultPath,
  description: { address: string; stats: Stats } | undefined,
): string | null {
  if (description === undefined) return null;
  const { address, stats } = description;
  // A link may lead outside the vault: it is followed with care.
  if (!stats.isFile()) return firstHeading(readIfText(vault, joinPath(project, 'description.md')) ?? '');
  try {
    return firstHeading(quickText(address, stats.size) ?? '');
  } catch {
    return null;
  }
}
