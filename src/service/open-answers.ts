import type { ServiceParts } from './open-parts.js';
import { answerAsOf } from './past/answer-as-of.js';
import { createPasts } from './past/pasts.js';
import { createQuestions } from './questions/questions.js';
import { recordAnswers } from './receipts/record-answers.js';

/** Answers from today and from the past, each with a receipt, stored with its question. */
export function openAnswers(parts: ServiceParts) {
  const { vault, agents, engine, scheduledEngine, history } = parts;
  // Outside the schedule of searches: the first search of a past day may take seconds.
  const pasts = createPasts({ vault, history: async () => history, engine: async () => engine });
  const answer = recordAnswers({
    ...parts,
    answer: (question, options) =>
      answerAsOf(
        { vault, engine: async () => scheduledEngine, inPast: pasts.use },
        agents.answer,
        question,
        options,
      ),
  });
  const questions = createQuestions({
    ...parts,
    root: vault.root,
    clock: vault.clock,
    answer,
    find: async (request, day) =>
      day === null
        ? engine.search(request)
        : pasts.use(day, async (past) => (await past.engine()).search(request)),
  });
  return { pasts, questions };
}
