import type { ModelSettings, RunLimits } from '../agents/model-settings.js';
import { readConfig } from '../service/settings/config-file.js';
import { historyLimitSetting } from '../service/settings/history-limit.js';
import { languageSetting } from '../service/settings/language-setting.js';
import { limitsSetting } from '../service/settings/limits.js';
import { modelSetting } from '../service/settings/model-setting.js';
import { vaultSetting } from '../service/settings/vault-setting.js';
import type { Language } from '../words/language.js';

export interface Settings {
  /** The vault's folder, absolute. */
  vault: string;
  language: Language;
  /** Null: no model, the clerk does the work. */
  model: ModelSettings | null;
  /** What a run with a model may use. */
  limits: RunLimits;
  /** How large the history may become. */
  historyLimitBytes: number;
}

/** Flags over environment over `$XDG_CONFIG_HOME/rappel/config.json` over defaults. */
export function loadSettings(flags: { vault?: string | undefined }, env: NodeJS.ProcessEnv): Settings {
  const file = readConfig(env);
  return {
    vault: vaultSetting(flags.vault, env, file.vault),
    language: languageSetting(env, file.language),
    model: modelSetting(env, file),
    limits: limitsSetting(file.limits ?? {}, env),
    historyLimitBytes: historyLimitSetting(env),
  };
}
