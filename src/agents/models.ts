import type { LanguageModel } from 'ai';
import { RappelError } from '../shared/errors.js';
import { KEY_VARIABLES, type ModelSettings, type Provider } from './model-settings.js';

/**
 * The language model of the settings. Only this file imports provider packages, each when it is needed.
 * Throws `model` if the key is missing.
 */
export async function openModel(
  settings: ModelSettings,
  key: string | null,
  name = settings.model,
): Promise<LanguageModel> {
  const { provider } = settings;
  const baseURL = settings.baseUrl ?? undefined;
  if (provider === 'openai-compatible') {
    if (baseURL === undefined)
      throw new RappelError('model', 'model.no_address', { data: { model: { failure: 'settings' } } });
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL,
      includeUsage: true,
      ...(key && { apiKey: key }),
    })(name);
  }
  if (key === null) {
    throw new RappelError('model', 'model.no_key', {
      provider,
      variable: KEY_VARIABLES[provider][0]!,
      data: { model: { failure: 'settings' } },
    });
  }
  const options = { apiKey: key, ...(baseURL !== undefined && { baseURL }) };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(name);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).chat(name);
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(options)(name);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(name);
    case 'openrouter': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openrouter',
        baseURL: baseURL ?? 'https://openrouter.ai/api/v1',
        includeUsage: true,
        apiKey: key,
      })(name);
    }
  }
}

/** Where a provider's requests can carry the images of a tool's result. */
export type ImagePlace = 'in the result' | 'after the result' | 'nowhere';

/** What the requests of a provider can carry. `cacheMarks`: it caches only what is marked. */
export function traitsOf(provider: Provider): { images: ImagePlace; cacheMarks: boolean } {
  if (provider === 'anthropic') return { images: 'in the result', cacheMarks: true };
  if (provider === 'google') return { images: 'in the result', cacheMarks: false };
  return { images: provider === 'mistral' ? 'nowhere' : 'after the result', cacheMarks: false };
}
