import { z } from 'zod';
import type { Question } from '../agents/answer.js';

const QUESTION = 'a question; not empty';
const DATE = 'a date like "2025-07-14", "7 days ago" or "last week", or null';

/** The fields of a question, the same on every route. */
export const questionFields = {
  question: z.string(QUESTION).regex(/\S/, QUESTION).max(100_000, 'a question of at most 100,000 characters'),
  scopes: z.array(z.string('a path or glob'), 'a list of paths or globs').nullish(),
  date_from: z.string(DATE).nullish(),
  date_to: z.string(DATE).nullish(),
  asked_on: z.string(DATE).nullish(),
};

interface Given {
  question: string;
  scopes?: string[] | null | undefined;
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  asked_on?: string | null | undefined;
}

export function questionOf({ question, scopes, date_from, date_to, asked_on }: Given): Question {
  return {
    question,
    scopes: scopes ?? null,
    date_from: date_from ?? null,
    date_to: date_to ?? null,
    asked_on: asked_on ?? null,
  };
}
