import { type ModelSettings, PROVIDERS } from '../../agents/model-settings.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import { RappelError } from '../../shared/errors.js';
import { type Config, saveConfig } from './config-file.js';

/** `RAPPEL_MODEL=anthropic:NAME`, else the config file. `RAPPEL_MODEL=none` switches the model off. */
export function modelSetting(env: NodeJS.ProcessEnv, file: Config): ModelSettings | null {
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
    throw new RappelError('invalid_input', 'settings.model', { given, providers: PROVIDERS.join(', ') });
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
  throw new RappelError('invalid_input', 'settings.base_url', { given: showAddress(url), expected: problem });
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
