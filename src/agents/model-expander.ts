import { createTextExpander, type Expander } from '../search/models/expander.js';
import { maskSecrets } from '../shared/secrets.js';
import { loadSdk } from './load-sdk.js';
import { modelError } from './model-error.js';
import type { ModelSettings } from './model-settings.js';
import { openModel } from './models.js';

/** Rewords questions for deep search with the small model of the settings; null if none is set. */
export function createModelExpander(settings: ModelSettings | null, key: string | null): Expander | null {
  if (settings === null || settings.smallModel === null) return null;
  const name = settings.smallModel;
  return createTextExpander(name, async (prompt, { signal }) => {
    try {
      const { generateText } = await loadSdk();
      const model = await openModel(settings, key, name);
      const request = {
        model,
        prompt: maskSecrets(prompt),
        maxOutputTokens: 400,
        maxRetries: 1,
        ...(signal && { abortSignal: signal }),
      };
      return (await generateText(request)).text;
    } catch (error) {
      throw modelError(
        error,
        { ...settings, model: name },
        { timedOut: false, cancelled: signal?.aborted === true },
      );
    }
  });
}
