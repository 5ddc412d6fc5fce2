import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { fold } from '../search/text/fold.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../search/text/stop-words.js';
import { cutLoose } from '../shared/cut-loose.js';
import { editDistance } from '../shared/edit-distance.js';
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

/** The same list again as long as nothing in it has changed: a service is asked often. */
export function projectNames(vault: Vault): readonly ProjectName[] {
  const projects = joinPath(ROOT, 'projects');
  const place = vault.locate(projects);
  if (place.kind !== 'folder') return [];
  const before = known.get(vault) ?? [];
  const byName = new Map(before.map((project) => [project.name, project]));
  const found = listFolder(vault.root, place.target, projects).flatMap(({ name, kind, address }) => {
    if (kind !== 'folder') return [];
    const file = `${address}${sep}description.md`;
    const stats = fileSystem.lstat(file);
    const look = stats === undefined ? null : lookOf(stats);
    const same = byName.get(name);
    if (same !== undefined && looks.get(same) === look) return [same];
    const path = joinPath(projects, name);
    const project = {
      name,
      path,
      title: cutLoose(titleOf(vault, path, stats && { address: file, stats }) || name),
    };
    looks.set(project, look);
    return [project];
  });
  if (found.length === before.length && found.every((project, at) => project === before[at])) return before;
  known.set(vault, found);
  return found;
}

const known = new WeakMap<Vault, readonly ProjectName[]>();
/** How the description looked when its title was read. */
const looks = new WeakMap<ProjectName, string | null>();

/** Changes whenever the file does. What a link leads to may change without it: it never looks the same. */
function lookOf(stats: Stats): string {
  return stats.isSymbolicLink() ? newId() : `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
}

export interface NamedProject {
  project: ProjectName;
  /** Its words among those of the text. */
  start: number;
  end: number;
}

/**
 * The project that folded words name: by its folder or title in full, by the first word where that is telling, or by a near
 * miss. The longest name wins, then the first; null where none is named.
 */
export function findProject(words: readonly string[], projects: readonly ProjectName[]): NamedProject | null {
  const initials = new Set(words.map((word) => word[0]));
  const { all, isOfOne } = wordsOfNames(projects);
  // A phrase begins like a word of the text, as near misses do.
  const named = all
    .filter(({ names }) => names.some((name) => name.some((word) => initials.has(word[0]))))
    .map(({ project, names }) => ({ project, phrases: phrasesOf(names, isOfOne) }));
  for (const isSame of [equal, nearlyEqual]) {
    let best: NamedProject | null = null;
    for (const { project, phrases } of named) {
      for (const phrase of phrases) {
        const start = words.findIndex((_, at) =>
          phrase.every((word, i) => isSame(words[at + i] ?? '', word)),
        );
        const length = best === null ? 0 : best.end - best.start;
        if (start !== -1 && phrase.length > length) best = { project, start, end: start + phrase.length };
      }
    }
    if (best !== null) return best;
  }
  return null;
}

/** Folded words, those of `startup-x` and `Startup X` alike. */
export function nameWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of the names of each project, and whether a word is in the names of one project only. */
const wordsOfNames = rememberedFor((projects: readonly ProjectName[]) => {
  const all = projects.map((project) => ({
    project,
    names: [...new Set([project.name, project.title])].map(nameWords),
  }));
  const spread = new Map<string, number>();
  for (const { names } of all)
    for (const word of new Set(names.flat())) spread.set(word, (spread.get(word) ?? 0) + 1);
  return { all, isOfOne: (word: string) => spread.get(word) === 1 };
});

/** Makes something of a list once, for as long as the list is used. */
function rememberedFor<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const made = new WeakMap<List, Made>();
  return (list) => {
    if (!made.has(list)) made.set(list, make(list));
    return made.get(list)!;
  };
}

/** `La Halle Verte` is also called `Halle Verte`, and `Halle` where no other project's name has that word. */
function phrasesOf(names: readonly string[][], isItsOwn: (word: string) => boolean): string[][] {
  const phrases = names.flatMap((words) => {
    const telling = words.slice(words.findIndex(isTelling));
    const isEnough = (telling[0]?.length ?? 0) >= SHORTEST_ALONE && isItsOwn(telling[0]!);
    return [words, telling, isEnough ? telling.slice(0, 1) : []];
  });
  return phrases.filter((phrase) => phrase.some(isTelling));
}

const SHORTEST_ALONE = 5;

function isTelling(word: string): boolean {
  return !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word);
}

function equal(a: string, b: string): boolean {
  return a === b;
}

/** Short words are like others by chance; the first letter is seldom wrong. */
function nearlyEqual(a: string, b: string): boolean {
  if (a[0] !== b[0]) return false;
  const most = b.length >= 8 ? 2 : b.length >= SHORTEST_ALONE ? 1 : 0;
  return editDistance(a, b, most) <= most;
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
