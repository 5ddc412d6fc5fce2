import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFields, splitFrontmatter } from '../../vault/frontmatter.js';
import { git } from './git.js';

/** A three-way merge that ignores the stamped fields, which differ between any two versions. Null on a conflict. */
export async function merge(current: string, base: string, other: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-merge-'));
  try {
    const files = [current, base, other].map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, unstamped(text));
      return file;
    });
    const nothing = { objects: folder, head: null, shallow: [] };
    const { code, out } = await git(nothing, ['merge-file', '-p', '--quiet', ...files], {
      okCodes: Array.from({ length: 128 }, (_, conflicts) => conflicts),
    });
    return code === 0 ? out.toString('utf8') : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unstamped(text: string): string {
  if (splitFrontmatter(text).yaml === null) return text;
  return setFields(text, { updated: '0', tokens: '0' });
}
