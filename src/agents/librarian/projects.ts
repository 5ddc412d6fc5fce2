import { fold } from '../../search/text/fold.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../search/text/stop-words.js';
import { joinPath, ROOT } from '../../vault/paths.js';
import { portableName } from '../../vault/portable-names.js';
import { listFolder } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';

/** The names of the projects, in order. */
export function listProjects(vault: Vault): string[] {
  const projects = joinPath(ROOT, 'projects');
  const place = vault.locate(projects);
  if (place.kind !== 'folder') return [];
  return listFolder(vault.root, place.target, projects).flatMap(({ name, kind }) =>
    kind === 'folder' ? [name] : [],
  );
}

/**
 * The project that a text names unambiguously: as its first word (`startup-x: …`) or as `@startup-x`
 * anywhere, and only that one.
 */
export function namedProject(text: string, projects: readonly string[]): string | null {
  const folded = fold(text);
  const marked = projects.filter((name) => new RegExp(`(?:^|\\s)@${escaped(name)}(?![\\w-])`).test(folded));
  if (marked.length > 0) return marked.length === 1 ? marked[0]! : null;
  const first = projects.filter((name) => new RegExp(`^\\s*${escaped(name)}(?![\\w-])`).test(folded));
  return first.length === 1 ? first[0]! : null;
}

function escaped(name: string): string {
  return fold(name).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * A file or folder name from the first significant words of a text: lower case, no accents, at most 40
 * letters.
 */
export function slugOf(text: string, words = 4): string {
  const all = fold(text).match(/[a-z0-9]+/g) ?? [];
  const telling = all.filter(
    (word) => word.length > 1 && !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word),
  );
  const found = telling.length > 0 ? telling : all;
  return portableName(found.slice(0, words).join('-').slice(0, 40).replace(/-$/, '') || 'note');
}
