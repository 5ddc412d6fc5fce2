import { z } from 'zod';
import { REFUSALS } from '../../agents/librarian/passages.js';
import { VERDICTS } from '../../search/passages/confidence.js';
import { once } from '../../shared/once.js';
import { count, type Fields, parseStored, textOrNull, validItems } from '../state/stored-fields.js';
import type {
  AskedWith,
  FoundCandidate,
  LeftOutPassage,
  MadeBy,
  Receipt,
  ReceiptEvidence,
  TakenPassage,
  VaultState,
} from './receipt.js';

/** Null if the text is no receipt. */
export function parseReceipt(json: string): Receipt | null {
  return parseStored(receipt(), json);
}

const receipt = once(() => {
  const numbers = z.record(z.string(), z.number()).catch({});
  const words = validItems(z.string());
  const evidence = { score: z.number(), stages: numbers, ranks: numbers } satisfies Fields<ReceiptEvidence>;

  const asked = z.object({
    question: z.string(),
    scopes: z.array(z.string()).nullable().catch(null),
    date_from: textOrNull(),
    date_to: textOrNull(),
    asked_on: z.string(),
    max_tokens: count().nullable().catch(null),
  } satisfies Fields<AskedWith>);

  const vault = z.object({
    head: textOrNull(),
    index_behind: z.boolean().catch(false),
  } satisfies Fields<VaultState>);

  const madeBy = z.object({
    rappel: z.string(),
    engine: z.string(),
    mode: z.enum(['fast', 'deep']).nullable().catch(null),
    model: textOrNull(),
  } satisfies Fields<MadeBy>);

  const passage = z.object({
    ref: z.string(),
    by: z.enum(['search', 'rule', 'model']),
    words,
    words_above: words,
    adds: words,
    share: z.number().nullable().catch(null),
    evidence: z.object(evidence).nullable().catch(null),
  } satisfies Fields<TakenPassage>);

  const leftOut = z.object({
    path: z.string(),
    lines: z.string(),
    share: z.number(),
    why: z.enum([...REFUSALS, 'nothing']),
  } satisfies Fields<LeftOutPassage>);

  const candidate = z.object({
    path: z.string(),
    lines: z.string(),
    ...evidence,
    shown: z.boolean(),
  } satisfies Fields<FoundCandidate>);

  return z.object({
    id: z.string(),
    time: z.iso.datetime(),
    asked,
    vault,
    made_by: madeBy,
    verdict: z.enum(VERDICTS),
    confidence: z.number().nullable().catch(null),
    stages: validItems(z.object({ name: z.string(), ran: z.boolean(), reason: z.string().nullable() })),
    times: numbers,
    passages: validItems(passage),
    left_out: validItems(leftOut),
    candidates: validItems(candidate),
  } satisfies Fields<Receipt>);
});
