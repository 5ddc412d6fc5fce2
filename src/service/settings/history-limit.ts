import { RappelError } from '../../shared/errors.js';
import { MEGABYTES, readConfig } from './config-file.js';

const MEGABYTE = 1024 * 1024;

/** How large the history may become. */
export const HISTORY_LIMIT = 500 * MEGABYTE;

/** In bytes: `RAPPEL_HISTORY_LIMIT_MB` over `history.limit_mb` of the config file over the default. */
export function historyLimitSetting(env: NodeJS.ProcessEnv): number {
  const given = env.RAPPEL_HISTORY_LIMIT_MB;
  const megabytes = given ? Number(given) : readConfig(env).history?.limit_mb;
  if (megabytes === undefined) return HISTORY_LIMIT;
  if (megabytes > 0) return megabytes * MEGABYTE;
  throw new RappelError('invalid_input', 'settings.history_limit', {
    given: given!,
    expected: { words: MEGABYTES },
  });
}
