import { createHash } from 'node:crypto';
import { fieldOf, splitFrontmatter } from './frontmatter.js';
import { isAtOrBelow, joinPath, ROOT, recordedPath, type VaultPath } from './paths.js';

/** What a caller may see of a vault; the rest is not there for it. */
export interface Wall {
  /** Files, and folders with everything in them. */
  readonly paths: readonly VaultPath[];
  /** Also the files that are marked `global: true`, wherever they are; they can only be read. */
  readonly global: boolean;
}

/** A session in the directory of a project sees the project, the profile and what is marked global. */
export function projectWall(project: string): Wall {
  const own = joinPath(joinPath(ROOT, 'projects'), recordedPath(project));
  return { paths: [own, recordedPath('profile.md')], global: true };
}

/** A session in a directory that belongs to no project, and is not open. */
export const WITHOUT_PROJECT: Wall = { paths: [recordedPath('profile.md')], global: true };

/** The project that everything told through a wall belongs to; null where it has none, or several. */
export function projectOfWall({ paths }: Wall): string | null {
  const projects = paths.flatMap((path) => /^projects\/([^/]+)$/.exec(path)?.[1] ?? []);
  return projects.length === 1 ? projects[0]! : null;
}

/** The same key means the same wall. */
export function wallKey({ paths, global }: Wall): string {
  const all = JSON.stringify([canonical(paths), global]);
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

/** However it is written: each path once, in order, and none below another. */
function canonical(paths: readonly VaultPath[]): VaultPath[] {
  const isBelowOther = (path: VaultPath) => paths.some((other) => other !== path && isAtOrBelow(path, other));
  return [...new Set(paths)].filter((path) => !isBelowOther(path)).sort();
}

/** What both let through. */
export function narrower(a: Wall, b: Wall): Wall {
  const inside = (one: Wall, other: Wall) =>
    one.paths.filter((path) => other.paths.some((folder) => isAtOrBelow(path, folder)));
  return { paths: [...new Set([...inside(a, b), ...inside(b, a)])], global: a.global && b.global };
}

/** A wall as it is stored and sent. Throws `outside_vault` for anything else: what can't be read opens nothing. */
export function parseWall(stored: unknown): Wall {
  const { paths, global } = Object(stored) as Record<string, unknown>;
  const listed = Array.isArray(paths) ? paths : [undefined];
  return { paths: listed.map((path) => recordedPath(path)), global: global === true };
}

/** Marked by the user, in the frontmatter. */
export function isMarkedGlobal(text: string): boolean {
  return /^\uFEFF?---\r?\n/.test(text) && fieldOf(splitFrontmatter(text).yaml, 'global') === 'true';
}
