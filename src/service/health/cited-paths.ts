import { statSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';

/**
 * The paths that stored questions name: what their answers cite, and what an agent read for them. Each file is read once,
 * until it changes.
 */
export function createCitedPaths(root: string) {
  const folder = join(root, '.rappel', 'questions');
  const known = new Map<string, { look: string; paths: VaultPath[] }>();

  function pathsIn(name: string): VaultPath[] {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    const look = `${stats?.size}-${stats?.mtimeMs}`;
    const read = known.get(name);
    if (read?.look === look) return read.paths;
    const paths = namedIn(readOrNull(file) ?? '');
    known.set(name, { look, paths });
    return paths;
  }

  return async (yieldToEventLoop: () => Promise<void> | undefined): Promise<Set<VaultPath>> => {
    const cited = new Set<VaultPath>();
    const names = namesIn(folder).filter((name) => name.endsWith('.json'));
    for (const name of names) {
      for (const path of pathsIn(name)) cited.add(path);
      await yieldToEventLoop();
    }
    for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
    return cited;
  };
}

/** `"vault/x.md"` and `"vault/x.md:9-14@3f9a2c"`. */
function namedIn(json: string): VaultPath[] {
  const named = [...json.matchAll(/"vault\/([^"\\]+)"/g)].map(([, path]) =>
    path!.replace(/:[\d,-]+@[0-9a-f]+$/, '').normalize('NFC'),
  );
  return [...new Set(named)] as VaultPath[];
}
