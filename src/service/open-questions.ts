import { createSession } from '../tools/session.js';
import type { ServiceParts } from './open-parts.js';
import { createQuestions } from './questions/questions.js';
import { recordAnswers } from './receipts/record-answers.js';

/** Questions whose answers each have a receipt. */
export function openQuestions(parts: ServiceParts) {
  const { vault, agents, engine, scheduledEngine } = parts;
  return createQuestions({
    ...parts,
    root: vault.root,
    answer: recordAnswers({
      ...parts,
      answer: (question, options) =>
        agents.answer(
          { vault, engine: async () => scheduledEngine, session: createSession() },
          question,
          options,
        ),
    }),
    // Outside the schedule of searches: nobody waits for it.
    find: (request) => engine.search(request),
  });
}
