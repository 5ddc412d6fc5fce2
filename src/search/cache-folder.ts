import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the index of a vault lies: in the user's cache, so that a synced vault does not drag it along. */
export function indexFile(vaultRoot: string, env: NodeJS.ProcessEnv, platform = process.platform): string {
  const vault = createHash('sha256').update(vaultRoot.normalize('NFC')).digest('hex').slice(0, 16);
  return join(cacheFolder(env, platform), 'rappel', vault, 'index.sqlite');
}

/** Where models lie that were fetched on the user's word. */
export function modelsFolder(env: NodeJS.ProcessEnv, platform = process.platform): string {
  return join(cacheFolder(env, platform), 'rappel', 'models');
}

function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
  if (platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}
