import { z } from 'zod';
import { once } from '../shared/once.js';
import { optional, parseInput } from '../tools/parse-input.js';
import { searchWithOptions } from '../tools/search.js';

const MODEL = '"none", or null';
const TOKENS = 'an integer from 100 to 50000, or null';
const QUESTION = 'a question; not empty';
const MOST_CHARACTERS = 100_000;

/** A question as every door takes it. */
export const questionRequest = once(() =>
  z.strictObject({
    question: z
      .string(QUESTION)
      .regex(/\S/, QUESTION)
      .max(MOST_CHARACTERS, 'a question of at most 100,000 characters'),
    ...searchWithOptions.input.pick({ scopes: true, date_from: true, date_to: true, asked_on: true }).shape,
    model: optional(z.literal('none', MODEL), null),
    max_tokens: optional(z.int(TOKENS).min(100, TOKENS).max(50_000, TOKENS), null),
  }),
);

type QuestionRequest = z.output<ReturnType<typeof questionRequest>>;

/** The same for a person's command. Most ask a question and nothing else, for which no schema is made: that takes as long as ranking. */
export function parseQuestion(raw: { question: string } & Record<string, unknown>): QuestionRequest {
  const { question, ...options } = raw;
  const isPlain = /\S/.test(question) && question.length <= MOST_CHARACTERS;
  if (!isPlain || Object.values(options).some((value) => value !== undefined && value !== null))
    return parseInput('search', questionRequest(), raw);
  return { question, ...NO_OPTIONS };
}

const NO_OPTIONS = {
  scopes: null,
  date_from: null,
  date_to: null,
  asked_on: null,
  model: null,
  max_tokens: null,
} satisfies Omit<QuestionRequest, 'question'>;
