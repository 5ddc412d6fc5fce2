import { z } from 'zod';
import type { Usage } from '../../agents/answer.js';
import { KINDS } from '../../agents/clerk/kinds.js';
import { RappelError } from '../../shared/errors.js';
import { once } from '../../shared/once.js';
import type { Quotation, QuotedPart } from '../../vault/citation.js';
import { parsePath } from '../../vault/paths.js';
import { parseWall } from '../../vault/wall.js';
import type { Told } from '../../words/message.js';
import {
  count,
  type Fields,
  parseJson,
  parseStored,
  textOrNull,
  validItems,
} from '../state/stored-fields.js';
import type { Retry } from './retry.js';
import type { UpdateStatus } from './update-status.js';

/** Null if it can't be told what became of the update. `id` is that of its folder, whatever the file says. */
export function parseStatus(json: string, id: string): UpdateStatus | null {
  const found = parseStored(status(), json);
  if (found === null) return null;
  const { title, usage: cost, ...rest } = found;
  return { ...rest, id, ...(title !== undefined && { title }), ...(cost !== undefined && { usage: cost }) };
}

/** What was given, as it is stored beside its images. */
export type StoredInput = z.infer<ReturnType<typeof input>>;

/** Throws `invalid_input`, even if an image would be read from anywhere but the update's own folder. */
export function parseStoredInput(json: string): StoredInput {
  const found = input().safeParse(parseJson(json));
  if (found.success) return found.data;
  const field = found.error.issues[0]?.path.join('.') || 'the whole file';
  throw new RappelError('invalid_input', 'update.damaged_input', { field });
}

const usageSchema = once(() =>
  z.object({
    model: z.string().nullable(),
    inputTokens: count(),
    cachedTokens: count().catch(0),
    outputTokens: count(),
    steps: count(),
    cost: count().nullable(),
  } satisfies Fields<Usage>),
);

const quotationsSchema = once(() =>
  validItems(
    z.object({
      path: z.string(),
      lines: z.string().nullable(),
      ref: z.string(),
      parts: validItems(z.object({ firstLine: count(), text: z.string() } satisfies Fields<QuotedPart>)),
    } satisfies Fields<Quotation>),
  ),
);

const shownPath = once(() =>
  z.string().refine((path) => {
    try {
      return parsePath(path) !== '';
    } catch {
      return false;
    }
  }),
);

/** Its fields are checked where it is said. */
const toldSchema = once(() =>
  z.object({
    reason: z.string(),
    fields: z.custom<Told['fields']>((given) => typeof given === 'object' && given !== null),
    message: z.string(),
    hint: textOrNull(),
  } satisfies Fields<Told>),
);

const retrySchema = once(() =>
  z.object({
    tries: count(),
    since: count(),
    last: count(),
    next: count(),
    reason: z.string(),
    hint: textOrNull(),
    error: toldSchema(),
    failure: z.enum(['unreachable', 'limited', 'settings', 'slow']),
    settings: z.string(),
  } satisfies Fields<Retry>),
);

const status = once(() =>
  z.object({
    id: z.string().catch(''),
    state: z.enum(['accepted', 'running', 'done', 'needs_answer', 'failed']),
    accepted: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    title: z.string().optional().catch(undefined),
    wall: z.string().optional(),
    author: z.string().optional().catch(undefined),
    steps: validItems(z.string()),
    summary: textOrNull(),
    files: validItems(shownPath()),
    inbox: textOrNull(),
    reason: textOrNull(),
    error: toldSchema().optional().catch(undefined),
    history: textOrNull(),
    answer: z
      .object({ question: z.string(), text: z.string(), overview: z.string(), files: quotationsSchema() })
      .optional()
      .catch(undefined),
    deleted: z.boolean().optional().catch(undefined),
    decided: z
      .object({ item: z.string(), held: z.string().nullable(), isKept: z.boolean() })
      .optional()
      .catch(undefined),
    usage: usageSchema().optional().catch(undefined),
    retry: retrySchema().optional().catch(undefined),
    model: z.literal('none').optional().catch(undefined),
    dismissed: z.boolean().optional().catch(undefined),
    asked: z.boolean().optional().catch(undefined),
  } satisfies Fields<Omit<UpdateStatus, 'question'>>),
);

const input = once(() =>
  z.object({
    text: z.string(),
    inboxRef: z.string().nullable(),
    project: z.string().nullable().optional(),
    refiles: z.string().nullable().optional(),
    title: z.string().nullable().optional(),
    due: z.string().nullable().optional(),
    replaces: z.string().nullable().optional(),
    held: z.boolean().optional(),
    kind: z.enum(KINDS).nullable().optional(),
    model: z.literal('none').nullable().optional(),
    origin: z.object({ client: textOrNull(), folder: textOrNull() }).nullable().optional().catch(undefined),
    session: z.object({ path: z.string(), from: count(), to: count().nullable() }).nullable().optional(),
    // One that can't be read is damage: without it, the update would see everything.
    wall: z
      .unknown()
      .transform((wall) => parseWall(wall))
      .optional(),
    images: z.array(
      z.object({ name: z.string(), mediaType: z.string(), file: z.string().regex(/^image-\d+$/) }),
    ),
  }),
);
