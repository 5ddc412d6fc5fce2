import { resolve } from 'node:path';
import { type ModelSettings, PROVIDERS, type RunLimits } from '../agents/model-settings.js';
import { type Config, expandHome, readConfig, saveConfig } from '../service/settings/config-file.js';
import { historyLimitSetting } from '../service/settings/history-limit.js';
import { limitsSetting } from '../service/settings/limits.js';
import { addressProblem, showAddress } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import type { Language } from '../words/language.js';
import { languageOf } from './language.js';

export interface Settings {
  /** The vault's folder, absolute. */
  vault: string;
  language: Language;
  /** Null: no model, the librarian does the work. */
  model: ModelSettings | null;
  /** What a run with a model may use. */
  limits: RunLimits;
  /** How large the history may become. */
  historyLimitBytes: number;
}

/** Flags over environment over `$XDG_CONFIG_HOME/rappel/config.json` over defaults. */
export function loadSettings(flags: { vault?: string | undefined }, env: NodeJS.ProcessEnv): Settings {
  const file = readConfig(env);
  const vault = flags.vault || env.RAPPEL_VAULT || file.vault || '~/rappel';
  return {
    vault: resolve(expandHome(vault)),
    language: languageOf(env, file.language),
    model: modelOf(env, file),
    limits: limitsSetting(file.limits ?? {}, env),
    historyLimitBytes: historyLimitSetting(env),
  };
}

/** `RAPPEL_MODEL=anthropic:NAME`, else the config file. `RAPPEL_MODEL=none` switches the model off. */
function modelOf(env: NodeJS.ProcessEnv, file: Config): ModelSettings | null {
  const given = env.RAPPEL_MODEL;
  if (given === 'none') return null;
  if (!given) {
    if (file.model === undefined) return null;
    const { provider, name, small, base_url, price } = file.model;
    return {
      provider,
      model: name,
      smallModel: small ?? null,
      baseUrl: baseUrlOf(env) ?? base_url ?? null,
      price: price ?? null,
    };
  }
  const at = given.indexOf(':');
  const provider = PROVIDERS.find((name) => name === given.slice(0, at));
  if (provider === undefined) {
    throw new RappelError('invalid_input', `RAPPEL_MODEL: got "${given}", expected provider:model`, {
      hint: `The providers are ${PROVIDERS.join(', ')}.`,
    });
  }
  return {
    provider,
    model: given.slice(at + 1),
    smallModel: env.RAPPEL_SMALL_MODEL || null,
    baseUrl: baseUrlOf(env),
    price: null,
  };
}

function baseUrlOf({ RAPPEL_BASE_URL: url }: NodeJS.ProcessEnv): string | null {
  if (!url) return null;
  const problem = addressProblem(url);
  if (problem === null) return url;
  throw new RappelError('invalid_input', `RAPPEL_BASE_URL: got "${showAddress(url)}", expected ${problem}`);
}

/** Keeps the choice of a model in the config file; everything else in it stays. */
export function saveModel(model: ModelSettings | null, env: NodeJS.ProcessEnv): void {
  const chosen = model && {
    provider: model.provider,
    name: model.model,
    ...(model.smallModel !== null && { small: model.smallModel }),
    ...(model.baseUrl !== null && { base_url: model.baseUrl }),
  };
  saveConfig({ model: chosen ?? undefined }, env);
}
