import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { restrictToOwner } from '../vault/owner-only.js';
import { stateOf } from '../vault/state-folder.js';

/** The index file of a vault: in the user's cache folder, so that a sync of the vault does not copy it. */
export function indexFile(vaultRoot: string, env: NodeJS.ProcessEnv, platform = process.platform): string {
  const { root, wall } = stateOf(vaultRoot);
  const vault = createHash('sha256').update(root.normalize('NFC')).digest('hex').slice(0, 16);
  const folder = join(cacheFolder(env, platform), 'rappel', vault);
  return join(wall === '' ? folder : join(folder, WALLS, wall), 'index.sqlite');
}

/** Where the indexes of the walls of a vault are. */
export function indexesOfWalls(vaultRoot: string, env: NodeJS.ProcessEnv): string {
  return join(dirname(indexFile(vaultRoot, env)), WALLS);
}

const WALLS = 'walls';

/** The folder of the program's compiled code, for one command. */
export function codeFolder(env: NodeJS.ProcessEnv, command: string): string {
  return join(cacheFolder(env, process.platform), 'rappel', 'code', command);
}

/** Makes the folder of an index, readable by its owner only, because the index contains text of the vault. Also restricts a folder that an earlier version made. */
export function makeIndexFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  restrictToOwner(folder);
  if (basename(dirname(folder)) === 'rappel') restrictToOwner(dirname(folder));
}

/** The same for the file, before SQLite opens it: what SQLite puts beside a database gets the database's permissions. */
export function makeIndexFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) restrictToOwner(file + suffix);
}

/** Everything that belongs to an index: what SQLite puts beside it, the copy of its vectors, and the links of the notes. */
export function filesOfIndex(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`, vectorFile(file), draftOf(vectorFile(file)), linksFile(file)];
}

/** Which note links to which, for a quick start. */
export function linksFile(file: string): string {
  return `${file}-links`;
}

/** The vectors of an index, compared where they are. */
export function vectorFile(file: string): string {
  return `${file}-vectors`;
}

/** Where such a file is written before it takes its place. */
export function draftOf(file: string): string {
  return `${file}.new`;
}

function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
  if (platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}
