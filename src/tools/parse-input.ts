import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { once } from '../shared/once.js';
import { type Field, message } from '../words/message.js';

/**
 * Checks a tool's parameters. The error names the parameter, the given value and what is expected: in these schemas
 * each rule's message is the text of what it expects.
 */
export function parseInput<Input extends z.ZodObject>(
  tool: string,
  schema: Input,
  raw: unknown,
): z.output<Input> {
  const result = schema.safeParse(raw ?? {});
  if (result.success) return result.data;
  // An unknown parameter best explains why another one is missing.
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  throw wrong(issue, raw, { tool, parameters: Object.keys(schema.shape).join(', ') });
}

/** Parameters that several tools share; null and omitted are the same. */
export const pathInput = once(() => z.string('a path, like vault/projects/startup-x/state.md'));

/** Text that a file can store: reading it returns the same text. */
export function text(expected: string) {
  return z
    .string(expected)
    .refine((given) => !given.includes('\0'), 'text without NUL characters')
    .refine((given) => !HALF_CHARACTER.test(given), 'whole Unicode characters');
}

const HALF_CHARACTER = /\p{Surrogate}/u;

export function optional<Schema extends z.ZodType, const Fallback>(schema: Schema, fallback: Fallback) {
  return schema.nullish().transform((value) => value ?? fallback);
}

export function positiveInteger(expected = 'a positive integer or null') {
  return z.int(expected).positive(expected);
}

function wrong(
  issue: z.core.$ZodIssue,
  raw: unknown,
  about: { tool: string; parameters: string },
): RappelError {
  const name = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const parameter = issue.keys.map((key) => (name === '' ? key : `${name}.${key}`)).join(', ');
    const accepted = name === '' ? about.parameters : 'path, lines';
    return new RappelError('invalid_input', 'input.unknown', { ...about, parameter, accepted });
  }
  const value = valueAt(raw, issue.path);
  const given = shorten(value);
  if (name === '') return new RappelError('invalid_input', 'input.no_object', { ...about, given });
  const expects = { ...about, parameter: name, expected: expectedOf(issue) };
  return value === undefined
    ? new RappelError('invalid_input', 'input.missing', expects)
    : new RappelError('invalid_input', 'input.wrong', { ...expects, given });
}

function expectedOf(issue: z.core.$ZodIssue): Field {
  const names = issue.code === 'invalid_value' ? issue.values.join(', ') : '';
  return issue.message === `one of ${names}` ? message('usage.one_of', { names }) : { words: issue.message };
}

function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], raw);
}

/** Deeply nested JSON can be parsed, but not serialised. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value nested too deeply';
  }
}

function shorten(value: unknown): string {
  const text = jsonOf(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
