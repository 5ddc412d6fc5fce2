import { z } from 'zod';

type Schema = Record<string, unknown>;

export interface InputSchema extends Schema {
  type: 'object';
  properties: Record<string, Schema>;
}

/**
 * The JSON Schema of a tool's input. Every tool treats omitted and null alike; the schema has the value's type only, because
 * several clients can't handle a nullable type.
 */
export function jsonSchemaOf(schema: z.ZodObject): InputSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io: 'input' }) as Schema;
  return withoutNull(converted) as InputSchema;
}

/**
 * The same for a model, which pays for every word: names, and one type each, a list where one item would do too. The tool
 * checks the rest and says what is wrong.
 */
export function terseSchemaOf(schema: z.ZodObject): Schema {
  return terse(jsonSchemaOf(schema)) as Schema;
}

const CHECKS = ['additionalProperties', 'minItems', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern'];

function terse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(terse);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as Schema & { anyOf?: Schema[] };
  return Object.fromEntries(
    Object.entries({ ...rest, ...anyOf?.at(-1) })
      .filter(([key]) => !CHECKS.includes(key))
      .map(([key, inner]) => [key, terse(inner)]),
  );
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as Schema & { anyOf?: Schema[] };
  const kept: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, withoutNull(inner)]),
  );
  if (Array.isArray(kept.type)) kept.type = kept.type.filter((type) => type !== 'null')[0];
  // Every integer is below this; saying so only costs tokens.
  if (kept.maximum === Number.MAX_SAFE_INTEGER) delete kept.maximum;
  if (anyOf === undefined) return kept;
  const choices = anyOf.filter(({ type }) => type !== 'null').map((choice) => withoutNull(choice) as Schema);
  return choices.length === 1 ? { ...kept, ...choices[0] } : { ...kept, anyOf: choices };
}
