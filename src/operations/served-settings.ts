import { findLocalServers, knownServers, type LocalServer } from '../agents/local-servers.js';
import { type ModelSettings, PROVIDERS, type Provider } from '../agents/model-settings.js';
import type { Core } from '../service/core.js';
import { listSearchEndpoints, saveSearchEndpoint } from '../service/engine/search-endpoints.js';
import type { TrimReport } from '../service/history/history.js';
import { type EndpointRole, readConfig, saveConfig } from '../service/settings/config-file.js';
import { historyLimitSetting } from '../service/settings/history-limit.js';
import { keySource, readKey, saveKey } from '../service/settings/keys.js';
import { languageSetting } from '../service/settings/language-setting.js';
import { limitsSetting } from '../service/settings/limits.js';
import { modelSetting, saveModel } from '../service/settings/model-setting.js';
import { RappelError } from '../shared/errors.js';
import type { Language } from '../words/language.js';
import { sayEnglish } from '../words/say.js';
import type { TrialVerdict } from './run-trial.js';

/** The settings of this machine's Rappel, as its own page shows and changes them. Keys go in and never come out. */
export interface ServedSettings {
  read(): Promise<SettingsReport>;
  /** The language models that other programs serve on this machine. */
  localModels(): Promise<LocalServer[]>;
  /** Files a test note with this model, or with the one that is set. Saves nothing. Throws `busy` during another test. */
  testModel(choice: ModelChoice | null): Promise<TrialVerdict>;
  /** Null: no model. */
  saveModel(choice: ModelChoice | null): void;
  saveLanguage(language: Language): void;
  /** Tries it first. Null takes the choice back. */
  saveSearchEndpoint(role: EndpointRole, endpoint: { url: string; model: string } | null): Promise<void>;
  /** Drops the oldest entries of the history down to its limit, recent ones too. */
  trimHistory(): Promise<TrimReport>;
}

interface ModelChoice {
  provider: Provider;
  name: string;
  small: string | null;
  base_url: string | null;
  /** Null: the one that is saved or in the environment. */
  key: string | null;
}

interface SettingsReport {
  vault: string;
  language: Language;
  providers: { name: Provider; key: 'environment' | 'saved' | null }[];
  model: Omit<ModelChoice, 'key'> | null;
  /** True if `RAPPEL_MODEL` says which model is used: the settings can't change it. */
  fixed: boolean;
  search: ReturnType<typeof listSearchEndpoints>;
  /** In bytes; `excess` is how many entries a trim would drop. */
  history: { bytes: number; limit: number; excess: number };
}

export function createServedSettings({ vault, env, history }: Core): ServedSettings {
  let isTesting = false;

  const current = () => modelSetting(env, readConfig(env));
  const language = () => languageSetting(env);
  const trim = async (dryRun: boolean) =>
    (await history()).trim({ mostBytes: historyLimitSetting(env), recentToo: true, dryRun });

  /** A saved key goes only to the address it was saved for. */
  function keyFor(model: ModelSettings, given: string | null): string | null {
    if (given !== null) return given;
    const known = current();
    const isOwnAddress = model.baseUrl === null && model.provider !== 'openai-compatible';
    const isKnownAddress = known?.provider === model.provider && known.baseUrl === model.baseUrl;
    return isOwnAddress || isKnownAddress ? readKey(model.provider, env) : null;
  }

  return {
    async read() {
      const model = current();
      const { bytes, dropped } = await trim(true);
      return {
        vault: vault.root,
        language: language(),
        providers: PROVIDERS.map((name) => ({ name, key: keySource(name, env) })),
        model: model && {
          provider: model.provider,
          name: model.model,
          small: model.smallModel,
          base_url: model.baseUrl,
        },
        fixed: Boolean(env.RAPPEL_MODEL),
        search: listSearchEndpoints(env),
        history: { bytes, limit: historyLimitSetting(env), excess: dropped },
      };
    },
    localModels: () => findLocalServers(knownServers(env)),
    async testModel(choice) {
      const model = choice === null ? current() : settingsOf(choice);
      if (model === null) throw new RappelError('not_found', 'model.not_set');
      if (isTesting) throw new RappelError('busy', 'model.test_running');
      isTesting = true;
      try {
        const { runTrial } = await import('./run-trial.js');
        const limits = limitsSetting(readConfig(env).limits ?? {}, env);
        const key = keyFor(model, choice?.key ?? null);
        return await runTrial({ model, key, language: language(), limits }, sayEnglish);
      } finally {
        isTesting = false;
      }
    },
    saveModel(choice) {
      if (choice !== null && choice.key !== null) saveKey(choice.provider, choice.key, env);
      saveModel(choice && settingsOf(choice), env);
    },
    saveLanguage: (chosen) => saveConfig({ language: chosen }, env),
    async saveSearchEndpoint(role, endpoint) {
      await saveSearchEndpoint(role, endpoint, env);
    },
    trimHistory: () => trim(false),
  };
}

function settingsOf({ provider, name, small, base_url }: ModelChoice): ModelSettings {
  return { provider, model: name, smallModel: small, baseUrl: base_url, price: null };
}
