import { spawnSync } from 'node:child_process';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything that has the text: files, the objects of the history, what SQLite and others keep. */
export function placesOf(folders: readonly string[], value: string, vaults = folders): string[] {
  const isOld = (vault: string) => objectsOf(join(vault, '.rappel', 'history.git')).includes(value);
  const files = folders.flatMap((folder) =>
    filesBelow(folder)
      .filter((file) => file.includes(value) || contentOf(file).includes(value))
      .map((file) => relative(folder, file)),
  );
  return vaults.some(isOld) ? [...files, 'an object of the history'] : files;
}

/** Of a folder that others change meanwhile. */
function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A lock may be gone again. */
function contentOf(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

function objectsOf(gitDir: string): Buffer {
  const args = ['--git-dir', gitDir, 'cat-file', '--batch-all-objects', '--batch', '--unordered'];
  return spawnSync('git', args, { maxBuffer: 1 << 28 }).stdout ?? Buffer.alloc(0);
}
