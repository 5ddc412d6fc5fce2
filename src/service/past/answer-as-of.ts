import type { Answer, Question, RunOptions } from '../../agents/answer.js';
import type { Agents } from '../../agents/create-agents.js';
import { createSession } from '../../tools/session.js';
import type { Past, Pasts } from './pasts.js';

/** Answers from the files of today, or of the day that the question names. */
export async function answerAsOf(
  { vault, engine, inPast }: Past & { inPast: Pasts['use'] },
  answer: Agents['answer'],
  { as_of, ...question }: Question,
  options: RunOptions | undefined,
): Promise<Answer> {
  const session = createSession();
  if (!as_of) return answer({ vault, engine, session }, question, options);
  return inPast(as_of, (past) => answer({ ...past, session }, question, options));
}
