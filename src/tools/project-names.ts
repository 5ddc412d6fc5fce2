import { fold } from '../search/text/fold.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../search/text/stop-words.js';
import { editDistance } from '../shared/edit-distance.js';
import { readText } from '../vault/files.js';
import { findHeadings } from '../vault/headings.js';
import { shownLines } from '../vault/lines.js';
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

export function projectNames(vault: Vault): ProjectName[] {
  const projects = joinPath(ROOT, 'projects');
  const place = vault.locate(projects);
  if (place.kind !== 'folder') return [];
  return listFolder(vault.root, place.target, projects).flatMap(({ name, kind }) => {
    if (kind !== 'folder') return [];
    const path = joinPath(projects, name);
    return [{ name, path, title: titleOf(vault, path) ?? name }];
  });
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
  const named = namedBy(projects);
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

/** Each project with the phrases that name it. */
function namedBy(projects: readonly ProjectName[]): { project: ProjectName; phrases: string[][] }[] {
  const all = projects.map((project) => ({
    project,
    names: [project.name, project.title].map(nameWords),
  }));
  const spread = new Map<string, number>();
  for (const { names } of all)
    for (const word of new Set(names.flat())) spread.set(word, (spread.get(word) ?? 0) + 1);
  return all.map(({ project, names }) => ({
    project,
    phrases: phrasesOf(names, (word) => spread.get(word) === 1),
  }));
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

function titleOf(vault: Vault, project: VaultPath): string | null {
  const place = vault.locate(joinPath(project, 'description.md'));
  if (place.kind !== 'file') return null;
  return findHeadings(shownLines(readText(place)))[0]?.text || null;
}
