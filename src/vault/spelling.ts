import { basename, dirname, join } from 'node:path';
import { fileSystem } from './file-system.js';
import { joinPath, ROOT, type VaultPath } from './paths.js';

/** Whether the disk of a vault ignores case in names (macOS, Windows, exFAT). */
export function ignoresCase(root: string): boolean {
  let answer = known.get(root);
  if (answer === undefined) {
    const state = join(root, '.rappel');
    answer = isAlias(state, join(root, '.RAPPEL')) ?? isAlias(root, otherCase(root)) ?? false;
    known.set(root, answer);
  }
  return answer;
}

/** Cached per vault: it is a property of the disk, and `locate` runs for every file. */
const known = new Map<string, boolean>();

/** Null if there is no name to test it with. */
function isAlias(address: string, other: string): boolean | null {
  const own = fileSystem.lstat(address);
  if (own === undefined || address === other) return null;
  return fileSystem.lstat(other)?.ino === own.ino;
}

function otherCase(address: string): string {
  const name = basename(address);
  return join(dirname(address), name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase());
}

/** A path as the disk spells it; the part that does not exist stays as it is. */
export function spelledOnDisk(root: string, path: VaultPath): VaultPath {
  let [spelled, folder] = [ROOT, root];
  for (const segment of path === ROOT ? [] : path.split('/')) {
    const name = nameIn(folder, segment);
    spelled = joinPath(spelled, name?.normalize('NFC') ?? segment);
    folder = join(folder, name ?? segment);
  }
  return spelled;
}

/** Null if there is no such name. */
function nameIn(folder: string, name: string): string | null {
  const stats = fileSystem.lstat(join(folder, name));
  if (stats === undefined) return null;
  // These systems return the name without listing the folder; for a link, the name of its target.
  const isTold = process.platform === 'darwin' || process.platform === 'win32';
  if (isTold && !stats.isSymbolicLink()) return basename(fileSystem.realpath(join(folder, name)));
  const fold = (text: string) => text.normalize('NFC').toLowerCase();
  const names = fileSystem.names(folder).filter((other) => fold(other) === fold(name));
  return names.find((other) => other.normalize('NFC') === name) ?? names[0] ?? null;
}
