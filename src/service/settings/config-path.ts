import { homedir } from 'node:os';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';

/** `$XDG_CONFIG_HOME/rappel/config.json` */
export function configFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(home(), '.config'), 'rappel', 'config.json');
}

/** `~/x` as people write it in settings. */
export function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(home(), path.slice(1)) : path;
}

/** A user without HOME that the system does not know has no config file; naming the folders is enough. */
function home(): string {
  try {
    return homedir();
  } catch {
    throw new RappelError('not_found', 'settings.no_home');
  }
}
