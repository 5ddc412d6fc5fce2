/** Which model the agents use. Keys never stand here: they come from the environment or a file of the user's alone. */
export interface ModelSettings {
  provider: Provider;
  model: string;
  /** A cheaper one for short work (the expansion of questions); the same one where null. */
  smallModel: string | null;
  /** Where the provider is reached, if not at its usual address. */
  baseUrl: string | null;
  /** US dollars per million tokens, if the cost of a run is to be shown. */
  price: { input: number; output: number } | null;
}

export const PROVIDERS = [
  'anthropic',
  'openai',
  'mistral',
  'google',
  'openrouter',
  'openai-compatible',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The variables that hold a provider's key, first one wins. */
export const KEY_VARIABLES: Record<Provider, readonly string[]> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  'openai-compatible': ['RAPPEL_API_KEY'],
};

/** How long, how often and how much a run may take. */
export interface RunLimits {
  steps: number;
  tokens: number;
  milliseconds: number;
  retries: number;
}

export const DEFAULT_LIMITS: RunLimits = { steps: 20, tokens: 200_000, milliseconds: 180_000, retries: 3 };
