/**
 * The model the agents use. Keys are never stored here: they come from the environment or a file that only
 * the user can read.
 */
export interface ModelSettings {
  provider: Provider;
  model: string;
  /** A cheaper model for short work (rewording questions); without one `model` does it. */
  smallModel: string | null;
  /** The provider's address, if not the usual one. */
  baseUrl: string | null;
  /** US dollars per million tokens, to show the cost of a run. */
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

/** The environment variables that hold a provider's key; the first one set is used. */
export const KEY_VARIABLES: Record<Provider, readonly string[]> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  'openai-compatible': ['RAPPEL_API_KEY'],
};

/** What a run may use. */
export interface RunLimits {
  steps: number;
  /** Input and output, in all steps together. */
  tokens: number;
  /** Of one reply of the model. */
  outputTokens: number;
  /** Of an update. */
  milliseconds: number;
  /** Of a question; then the clerk answers. */
  answerMilliseconds: number;
  /** Repeated requests within a run. */
  retries: number;
}

export const DEFAULT_LIMITS: RunLimits = {
  steps: 20,
  tokens: 200_000,
  outputTokens: 8_000,
  milliseconds: 180_000,
  answerMilliseconds: 120_000,
  retries: 3,
};
