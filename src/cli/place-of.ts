import { isAbsolute, join, relative } from 'node:path';

/** A path of the vault as an editor or a terminal opens it: from the current folder, or absolute outside of it. */
export function placeOf(path: string, vault: string, cwd = process.cwd()): string {
  const file = join(vault, path.replace(/^vault\//, ''));
  const near = relative(cwd, file);
  return near.startsWith('..') || isAbsolute(near) ? file : near;
}
