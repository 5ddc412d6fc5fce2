import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The script that the browser loads before it shows anything, gzipped: what the built page names, not what comes on demand. */
export function firstLoadBytes(): number {
  const folder = join(process.cwd(), 'dist', 'web');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path]) => path!);
  if (scripts.length === 0) throw new Error('the built page names no script');
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0);
}
