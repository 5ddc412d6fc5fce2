import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const EVERY_MS = 1_000;

/**
 * Removes what a server sends as soon as it is larger than this, so that git fails instead of filling the disk. Returns a
 * function that ends the watch.
 */
export function watchSize(objects: string, mostBytes: number): () => void {
  const look = setInterval(() => {
    const bytes = namesBelow(objects).reduce((sum, name) => sum + sizeOf(join(objects, name)), 0);
    if (bytes > mostBytes) rmSync(objects, { recursive: true, force: true });
  }, EVERY_MS);
  look.unref();
  return () => clearInterval(look);
}

function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
