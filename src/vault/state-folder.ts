import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Rappel's own folder inside the vault: hidden from every tool, and it keeps itself out of git. */
export function stateFolder(root: string): string {
  const folder = join(root, '.rappel');
  if (!existsSync(join(folder, '.gitignore'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  return folder;
}

/** Moves an entry into the trash under `.rappel/`, where it keeps its path below a folder of its own. */
export function moveToTrash(root: string, entry: string, path: string, batch: string): void {
  const target = join(stateFolder(root), 'trash', batch, ...path.split('/'));
  mkdirSync(dirname(target), { recursive: true });
  renameSync(entry, target);
}
