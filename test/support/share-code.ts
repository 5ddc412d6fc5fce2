import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

// Tests and programs both start in the folder of the package.
const CODE = resolve('node_modules', '.cache', 'rappel', 'code');

/** Lets a command in a new home use the code that others compiled: of a short command, compiling it is half. */
export function shareCode(env: NodeJS.ProcessEnv): void {
  const cache = env.XDG_CACHE_HOME ?? (env.HOME && join(env.HOME, '.cache'));
  if (cache === undefined || !existsSync(dirname(cache))) return;
  try {
    mkdirSync(CODE, { recursive: true });
    mkdirSync(join(cache, 'rappel'), { recursive: true, mode: 0o700 });
    symlinkSync(CODE, join(cache, 'rappel', 'code'));
  } catch {
    // It is there already, or nothing can be written there.
  }
}
