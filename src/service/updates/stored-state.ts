import { z } from 'zod';
import type { Answer, Usage } from '../../agents/answer.js';
import { RappelError } from '../../shared/errors.js';
import { parsePath } from '../../vault/paths.js';
import type { AskedQuestion } from '../questions/question.js';
import type { UpdateStatus } from './queue.js';
import type { Step } from './steps.js';

/*
 * What `.rappel/` says, read field by field. It may come from an older Rappel, a damaged disk, a synced folder or an
 * archive that somebody else made. A field that is not what it should be gets the value it has at first; where a record
 * is worthless without that field, there is no record.
 */

/** Null where it can't be told what became of the update. `id` is that of its folder, whatever the file says. */
export function parseStatus(json: string, id: string): UpdateStatus | null {
  const found = parse(status, json);
  if (found === null) return null;
  const { title, usage: cost, ...rest } = found;
  return { ...rest, id, ...(title !== undefined && { title }), ...(cost !== undefined && { usage: cost }) };
}

/** What was given, as it is stored beside its images. */
export type StoredInput = z.infer<typeof input>;

/** Throws `invalid_input`, also where an image would be read from anywhere but the update's own folder. */
export function parseStoredInput(json: string): StoredInput {
  const found = input.safeParse(jsonOf(json));
  if (found.success) return found.data;
  const field = found.error.issues[0]?.path.join('.') || 'the whole file';
  throw new RappelError('invalid_input', `its input.json is damaged (${field})`);
}

export function parseSteps(json: string): Step[] {
  return parse(steps, json) ?? [];
}

export function parseQuestion(json: string): AskedQuestion | null {
  return parse(question, json);
}

/** A schema for every field, so that a new one is not forgotten here. */
type Fields<Stored> = { [Key in keyof Required<Stored>]: z.ZodType<Stored[Key]> };

const textOrNull = z.string().nullable().catch(null);
const count = z.number().nonnegative();

/** The items that are what they should be; none where it is no list. */
function listOf<Item>(item: z.ZodType<Item>) {
  const valid = (value: unknown) => item.safeParse(value);
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const found = valid(value);
        return found.success ? [found.data] : [];
      }),
    );
}

const usage = z.object({
  model: z.string().nullable(),
  inputTokens: count,
  outputTokens: count,
  steps: count,
  cost: count.nullable(),
} satisfies Fields<Usage>);

const shownPath = z.string().refine((path) => {
  try {
    return parsePath(path) !== '';
  } catch {
    return false;
  }
});

const status = z.object({
  id: z.string().catch(''),
  state: z.enum(['accepted', 'running', 'done', 'needs_answer', 'failed']),
  accepted: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  title: z.string().optional().catch(undefined),
  steps: listOf(z.string()),
  summary: textOrNull,
  files: listOf(shownPath),
  inbox: textOrNull,
  reason: textOrNull,
  history: textOrNull,
  usage: usage.optional().catch(undefined),
} satisfies Fields<UpdateStatus>);

const input = z.object({
  text: z.string(),
  inboxRef: z.string().nullable(),
  images: z.array(
    z.object({ name: z.string(), mediaType: z.string(), file: z.string().regex(/^image-\d+$/) }),
  ),
});

const steps = listOf(
  z.object({
    kind: z.enum(['thinking', 'tool', 'text']),
    call: textOrNull,
    tool: textOrNull,
    text: z.string(),
    ok: z.boolean().nullable().catch(null),
    startedAt: count,
    endedAt: count.nullable().catch(null),
  } satisfies Fields<Step>),
);

const answer = z.object({
  text: z.string(),
  overview: z.string(),
  files: listOf(z.object({ path: z.string(), lines: z.string().nullable() })),
  stages: listOf(z.object({ name: z.string(), ran: z.boolean(), reason: z.string().nullable() })),
  usage,
} satisfies Fields<Answer>);

const question = z.object({
  id: z.string(),
  question: z.string(),
  scopes: z.array(z.string()).nullable().catch(null),
  date_from: textOrNull,
  date_to: textOrNull,
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  started: count.max(8.64e15),
  ended: count.nullable().catch(null),
  passages: count.catch(0),
  reason: textOrNull,
  hint: textOrNull,
  run: steps,
  answer: answer.nullable().catch(null),
  matches: z.record(z.string(), z.array(z.string())).catch({}),
} satisfies Fields<AskedQuestion>);

function parse<Found>(schema: z.ZodType<Found>, json: string): Found | null {
  const found = schema.safeParse(jsonOf(json));
  return found.success ? found.data : null;
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
