import type { Stage } from '../search/engine.js';
import { editDistance } from '../shared/edit-distance.js';
import { RappelError } from '../shared/errors.js';
import { isGlob } from '../vault/globs.js';
import { ROOT, showPath } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';
import { findProject, nameWords } from './find-project.js';
import { projectNames } from './project-names.js';

interface ResolvedScopes {
  scopes: string[] | null;
  /** What was read otherwise than given, and what matches nothing; null where every scope is a path that exists. */
  stage: Stage | null;
  /** The scopes that match nothing, with the nearest folder. */
  missing: Map<string, string | null>;
}

/**
 * Scopes as paths: a project, file or folder may be given by its name or title, or nearly so. What matches nothing stays as it is,
 * and the stage says so with the nearest one.
 */
export function resolveScopes(vault: Vault, scopes: readonly string[] | null | undefined): ResolvedScopes {
  const missing = new Map<string, string | null>();
  if (scopes == null) return { scopes: null, stage: null, missing };
  const notes: string[] = [];
  const resolved = scopes.map((scope) => {
    if (isPath(vault, scope)) return scope;
    const path = byName(vault, scope);
    if (path === null) missing.set(scope, nearestFolder(vault, scope));
    notes.push(path === null ? nothingAt(scope, missing) : `${JSON.stringify(scope)} is ${path}`);
    return path ?? scope;
  });
  const stage = { name: 'scopes', ran: true, reason: notes.join('; ') };
  return { scopes: resolved, stage: notes.length === 0 ? null : stage, missing };
}

/** Malformed ones too: the engine refuses them. */
function isPath(vault: Vault, scope: string): boolean {
  if (isGlob(scope)) return true;
  try {
    return vault.resolve(scope).kind !== 'missing';
  } catch (error) {
    if (error instanceof RappelError) return true;
    throw error;
  }
}

function byName(vault: Vault, scope: string): string | null {
  const words = nameWords(scope.replace(/^(?:vault\/)?projects\//, ''));
  const found = findProject(words, projectNames(vault));
  if (found !== null && found.end - found.start === words.length)
    return showPath(found.project.path, 'folder');
  const wanted = words.join(' ');
  const same = entriesOf(vault).filter(
    ({ name }) => nameWords(name.replace(/\.\w+$/, '')).join(' ') === wanted,
  );
  return wanted !== '' && same.length === 1 ? showPath(same[0]!.path, same[0]!.kind) : null;
}

function nothingAt(scope: string, missing: ResolvedScopes['missing']): string {
  const nearest = missing.get(scope);
  return `nothing is at ${JSON.stringify(scope)}${nearest ? `; the nearest is ${nearest}` : ''}`;
}

function nearestFolder(vault: Vault, scope: string): string | null {
  const wanted = nameWords(scope.replace(/\/+$/, '').replace(/^.*\//, '')).join(' ');
  const names = [
    ...projectNames(vault).map(({ path, name }) => ({ shown: showPath(path, 'folder'), name })),
    ...entriesOf(vault)
      .filter(({ kind }) => kind === 'folder')
      .map(({ path, name }) => ({ shown: showPath(path, 'folder'), name })),
  ];
  const distance = (name: string) => editDistance(wanted, nameWords(name).join(' '), FARTHEST);
  return names.toSorted((a, b) => distance(a.name) - distance(b.name))[0]?.shown ?? null;
}

const FARTHEST = 50;

function entriesOf(vault: Vault) {
  return [...walk(vault.root, vault.root, ROOT, () => {})];
}
