import { RappelError } from '../../shared/errors.js';
import { ENGINES, type EngineName, readConfig } from '../settings/config-file.js';
import { expandHome } from '../settings/config-path.js';

interface EngineSetting {
  engine: EngineName;
  /** The environment, completed with the QMD settings of the config file. */
  env: NodeJS.ProcessEnv;
}

/** The search engine: `RAPPEL_ENGINE` (or `--engine`, which sets it), else `search.engine` of the config file. */
export function engineSetting(env: NodeJS.ProcessEnv): EngineSetting {
  const { engine, qmd, qmd_node } = readConfig(env).search ?? {};
  const given = env.RAPPEL_ENGINE || engine || 'own';
  const name = ENGINES.find((known) => known === given);
  if (name === undefined) {
    throw new RappelError('invalid_input', 'engine.unknown', { given, known: ENGINES.join(', ') });
  }
  const paths = {
    ...(qmd && { RAPPEL_QMD: expandHome(qmd) }),
    ...(qmd_node && { RAPPEL_QMD_NODE: expandHome(qmd_node) }),
  };
  return { engine: name, env: { ...paths, ...env } };
}
