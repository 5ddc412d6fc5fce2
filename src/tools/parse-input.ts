import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { once } from '../shared/once.js';

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
  const accepted = Object.keys(schema.shape).join(', ');
  throw new RappelError('invalid_input', messageOf(issue, raw, accepted), {
    hint: `The parameters of ${tool} are: ${accepted}.`,
  });
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

function messageOf(issue: z.core.$ZodIssue, raw: unknown, accepted: string): string {
  const name = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => (name === '' ? key : `${name}.${key}`)).join(', ');
    return `unknown parameter ${unknown}; expected ${name === '' ? accepted : 'path, lines'}`;
  }
  const given = valueAt(raw, issue.path);
  if (name === '') return `got ${shorten(given)}, expected an object with ${accepted}`;
  return `${name}: ${given === undefined ? 'missing' : `got ${shorten(given)}`}, expected ${issue.message}`;
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
