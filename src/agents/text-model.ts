import type { TextModel } from '../search/query/expansion.js';
import { maskSecrets } from '../shared/secrets.js';
import { loadSdk } from './load-sdk.js';
import { modelError } from './model-error.js';
import type { ModelSettings } from './model-settings.js';
import { openModel } from './models.js';

/** The model that rewords questions for deep search: the small one of the settings, else the one that answers. */
export function createTextModel(settings: ModelSettings, key: string | null): TextModel {
  const name = settings.smallModel ?? settings.model;
  return {
    name,
    async complete(prompt, { signal }) {
      try {
        const { generateText } = await loadSdk();
        const model = await openModel(settings, key, name);
        const request = {
          model,
          prompt: maskSecrets(prompt),
          maxOutputTokens: 400,
          maxRetries: 1,
          abortSignal: signal,
        };
        return (await generateText(request)).text;
      } catch (error) {
        const cancelled = signal.aborted;
        throw modelError(error, { ...settings, model: name }, { timedOut: false, cancelled });
      }
    },
  };
}
