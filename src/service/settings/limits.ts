import { z } from 'zod';
import { DEFAULT_LIMITS, type RunLimits } from '../../agents/model-settings.js';
import { RappelError } from '../../shared/errors.js';
import { message } from '../../words/message.js';

/** A limit as people set it: in the config file under `limits`, in the environment as `RAPPEL_LIMIT_STEPS`. */
interface Limit {
  /** What it limits. */
  summary: string;
  least: number;
  most: number;
  field: keyof RunLimits;
  /** How much of `field` one unit is. */
  unit: number;
}

const SECOND = 1_000;

export const LIMITS = {
  steps: { summary: 'steps of a run', least: 1, most: 200, field: 'steps', unit: 1 },
  tokens: { summary: 'tokens of a run, in and out', least: 1_000, most: 1e8, field: 'tokens', unit: 1 },
  output_tokens: {
    summary: 'tokens of one reply of the model',
    least: 100,
    most: 1e6,
    field: 'outputTokens',
    unit: 1,
  },
  seconds: { summary: 'time to file an update', least: 1, most: 86_400, field: 'milliseconds', unit: SECOND },
  answer_seconds: {
    summary: 'time to answer a question; then Rappel answers without a model',
    least: 1,
    most: 86_400,
    field: 'answerMilliseconds',
    unit: SECOND,
  },
  retries: { summary: 'repeated requests within a run', least: 0, most: 10, field: 'retries', unit: 1 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

export function limitsSchema() {
  const fields = LIMIT_NAMES.map((name) => [name, limitSchema(name).optional()]);
  return z
    .strictObject(
      Object.fromEntries(fields) as Record<LimitName, z.ZodOptional<z.ZodNumber>>,
      LIMIT_NAMES.join(', '),
    )
    .optional();
}

function limitSchema(name: LimitName): z.ZodNumber {
  const { least, most } = LIMITS[name];
  const expected = expectedOf(name);
  return z.number(expected).min(least, expected).max(most, expected);
}

export function expectedOf(name: LimitName): string {
  const { least, most } = LIMITS[name];
  return `a number from ${least} to ${most}`;
}

/** Undefined if the text is not a number within the bounds of this limit. */
export function parseLimit(name: LimitName, text: string): number | undefined {
  return text.trim() === '' ? undefined : limitSchema(name).safeParse(Number(text)).data;
}

/** In its own unit: seconds, hours. */
export function defaultOf(name: LimitName): number {
  return DEFAULT_LIMITS[LIMITS[name].field] / LIMITS[name].unit;
}

/** The environment over the config file over the defaults. Throws `invalid_input`. */
export function limitsSetting(
  file: Partial<Record<LimitName, number | undefined>>,
  env: NodeJS.ProcessEnv,
): RunLimits {
  const limits = { ...DEFAULT_LIMITS };
  for (const name of LIMIT_NAMES) {
    const { field, unit } = LIMITS[name];
    limits[field] = (fromEnvironment(name, env) ?? file[name] ?? defaultOf(name)) * unit;
  }
  return limits;
}

function fromEnvironment(name: LimitName, env: NodeJS.ProcessEnv): number | undefined {
  const variable = `RAPPEL_LIMIT_${name.toUpperCase()}`;
  const given = env[variable];
  if (!given) return undefined;
  const value = parseLimit(name, given);
  if (value !== undefined) return value;
  const { least, most } = LIMITS[name];
  throw new RappelError('invalid_input', 'input.expected', {
    parameter: variable,
    given,
    expected: message('usage.between', { least, most }),
  });
}
