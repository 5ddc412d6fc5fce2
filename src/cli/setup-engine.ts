import { findQmd } from '../search/engines/qmd/find-qmd.js';
import { fileNameOf, findModels, type KnownModel, modelsOf, PULL } from '../search/engines/qmd/models.js';
import { engineSetting } from '../service/engine/engine-setting.js';
import { type Config, ENGINES, readConfig, saveConfig } from '../service/settings/config-file.js';
import { configFile } from '../service/settings/config-path.js';
import { RappelError } from '../shared/errors.js';
import { message } from '../words/message.js';
import type { Say } from '../words/say.js';
import { type Invocation, UsageError } from './command.js';

/** Chooses the search engine. Checks that it can be used; for QMD, names the models that are missing. */
export async function setupEngine(name: string, invocation: Invocation): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined)
    throw new UsageError('usage.got', {
      given: name,
      expected: message('usage.one_of', { names: ENGINES.join(', ') }),
    });
  const file = configFile(process.env);
  if (engine === 'own') {
    keep({});
    invocation.report({ engine }, () =>
      terminal.out(say`Search engine: Rappel's own index. Saved in ${file}.`),
    );
    return;
  }
  const { env } = engineSetting({ ...process.env, RAPPEL_ENGINE: engine });
  const found = findQmd(env);
  if ('problem' in found)
    throw new RappelError('not_found', 'qmd.not_usable', { problem: found.problem, command: found.command });
  const files = findModels(env);
  const missing = modelsOf(env).filter(({ role }) => files[role].path === null);
  keep({ engine, qmd: found.package, ...(env.RAPPEL_QMD_NODE && { qmd_node: env.RAPPEL_QMD_NODE }) });
  invocation.report({ engine, version: found.version, missing_models: missing.length }, () => {
    terminal.out(say`Search engine: QMD ${found.version} on Node.js ${found.nodeVersion}. Saved in ${file}.`);
    terminal.out(modelsText(missing, say));
    terminal.out(say`Next: ${'rappel index'}`);
  });
}

/** With the places, as they were found: a service that starts later has another environment. */
function keep(chosen: Pick<NonNullable<Config['search']>, 'engine' | 'qmd' | 'qmd_node'>): void {
  const { engine: _, qmd: __, qmd_node: ___, ...others } = readConfig(process.env).search ?? {};
  saveConfig({ search: { ...others, ...chosen } }, process.env);
}

function modelsText(missing: readonly KnownModel[], say: Say): string {
  if (missing.length === 0) return say`QMD has all its models: deep search uses them.`;
  return [
    say`Deep search works without these models of QMD, on words alone. To download them: ${PULL}`,
    ...missing.map(
      ({ name, megabytes, does }) => `  ${say`${fileNameOf(name)}, about ${megabytes} MB: ${say(does)}`}`,
    ),
  ].join('\n');
}
