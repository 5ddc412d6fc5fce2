import { z } from 'zod';
import type { Answer } from '../../agents/answer.js';
import { VERDICTS } from '../../search/passages/confidence.js';
import { once } from '../../shared/once.js';
import { count, type Fields, parseStored, textOrNull, validItems } from '../state/stored-fields.js';
import { quotationsSchema, stepsSchema, usageSchema } from '../updates/stored-update.js';
import type { AskedQuestion } from './question.js';

/** Null if the file holds no question. */
export function parseStoredQuestion(json: string): AskedQuestion | null {
  return parseStored(question(), json);
}

const answer = once(() =>
  z.object({
    text: z.string(),
    overview: z.string(),
    verdict: z.enum(VERDICTS).catch('may_answer'),
    confidence: z.number().nullable().catch(null),
    files: quotationsSchema(),
    stages: validItems(z.object({ name: z.string(), ran: z.boolean(), reason: z.string().nullable() })),
    usage: usageSchema(),
  } satisfies Fields<Answer>),
);

const question = once(() =>
  z.object({
    id: z.string(),
    question: z.string(),
    scopes: z.array(z.string()).nullable().catch(null),
    date_from: textOrNull(),
    date_to: textOrNull(),
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    started: count().max(8.64e15),
    ended: count().nullable().catch(null),
    passages: count().catch(0),
    reason: textOrNull(),
    hint: textOrNull(),
    run: stepsSchema(),
    answer: answer().nullable().catch(null),
    matches: z.record(z.string(), z.array(z.string())).catch({}),
  } satisfies Fields<AskedQuestion>),
);
