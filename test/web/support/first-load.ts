import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The script that the browser loads before it shows anything, gzipped: what the built page names, not what comes on demand. */
export function firstLoadBytes(): number {
  return scriptsOf('index.html').reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(BUILT, path))).length,
    0,
  );
}

/** The scripts that a built page names. */
export function scriptsOf(page: string): string[] {
  const text = readFileSync(join(BUILT, page), 'utf8');
  const scripts = [...text.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path]) => path!);
  if (scripts.length === 0) throw new Error(`${page} names no script`);
  return scripts;
}

const BUILT = join(process.cwd(), 'dist', 'web');
