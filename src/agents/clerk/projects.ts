import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../search/text/stop-words.js';
import { fold } from '../../shared/fold.js';
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

/** A name that a text offers for a project: its label (`Halle Verte : …`), a quotation, or its first name of several words. */
export function suggestedName(text: string): string | null {
  const found = LABEL.exec(text)?.[1] ?? QUOTED.exec(text)?.[1] ?? NAME.exec(text)?.[0];
  return found === undefined ? null : nameOf(found);
}

const LABEL = /^\s*(\p{Lu}[\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,3})\s?:\s/u;
const QUOTED = /["«“]\s*([\p{L}\p{N}][^"»”\n]{2,40}?)\s*["»”]/u;
const NAME = /(?<=[\p{Ll}\d,]\s)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/u;

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

const MOST_NAME = 60;

/** The name of a project as somebody gave it, with all its words: lower case, no accents, at most 60 letters. */
export function nameOf(given: string): string {
  const words = fold(given).match(/[a-z0-9]+/g) ?? [];
  const kept = words.filter((_, index) => words.slice(0, index + 1).join('-').length <= MOST_NAME);
  return portableName(kept.join('-') || words.join('-').slice(0, MOST_NAME) || 'note');
}
