import { onTestFinished } from 'vitest';
import type { ModelSettings, Provider } from '../../src/agents/model-settings.js';
import { createModelServer, type Turns, type Wire } from './model-server.js';

export type { Turn, Wire } from './model-server.js';

/** A model server for one test, with the settings that make Rappel use it. */
export async function scriptedModel(wire: Wire, turns: Turns, provider: Provider = PROVIDERS[wire]) {
  const { url, requests, close } = await createModelServer(wire, turns);
  onTestFinished(close);
  const settings: ModelSettings = {
    provider,
    model: 'scripted',
    smallModel: null,
    baseUrl: url,
    price: { input: 1, output: 2 },
  };
  return { settings, requests, url };
}

const PROVIDERS: Record<Wire, Provider> = {
  openai: 'openai-compatible',
  mistral: 'mistral',
  anthropic: 'anthropic',
  google: 'google',
};
