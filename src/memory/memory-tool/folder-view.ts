import { statSync } from 'node:fs';
import type { Place } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';

const DEEPEST = 2;

/** A folder two levels deep, each entry with its size; a folder has the size of what it holds. */
export function folderView(vault: Vault, place: Place, path: string): string {
  const shown = path.replace(/\/+$/, '');
  const sizes = place.kind === 'folder' ? sizesIn(vault, place) : new Map<string, number>();
  const total = [...sizes].reduce((sum, [name, size]) => (name.endsWith('/') ? sum : sum + size), 0);
  const listed = [...sizes].filter(([name]) => name.replace(/\/$/, '').split('/').length <= DEEPEST);
  return [
    `Here're the files and directories up to ${DEEPEST} levels deep in ${shown}, excluding hidden items and node_modules:`,
    `${sizeText(total)}\t${shown}`,
    ...listed.map(([name, size]) => `${sizeText(size)}\t${shown}/${name}`),
  ].join('\n');
}

/** Everything below the folder by its path from there, folders ending in `/`. */
function sizesIn(vault: Vault, place: Place): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { kind, path, address } of walk(vault.root, place.target, place.path, () => {})) {
    const names = path.slice(place.path.length).split('/').filter(Boolean);
    if (names.includes('node_modules')) continue;
    const size = kind === 'file' ? (statSync(address, { throwIfNoEntry: false })?.size ?? 0) : 0;
    sizes.set(`${names.join('/')}${kind === 'folder' ? '/' : ''}`, size);
    for (let depth = 1; depth < names.length; depth++) {
      const folder = `${names.slice(0, depth).join('/')}/`;
      sizes.set(folder, (sizes.get(folder) ?? 0) + size);
    }
  }
  return sizes;
}

function sizeText(bytes: number): string {
  let size = bytes;
  for (const unit of ['B', 'K', 'M']) {
    if (size < 1024) return unit === 'B' ? `${size}B` : `${size.toFixed(1)}${unit}`;
    size /= 1024;
  }
  return `${size.toFixed(1)}G`;
}
