import type { Answer, Question, RunOptions } from '../agents/answer.js';
import type { Agents } from '../agents/create-agents.js';
import { createSession } from '../tools/session.js';
import type { Vault } from '../vault/vault.js';
import { openEngine } from './open-engine.js';

/** An answer while no service runs. */
export async function answerAlone(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  agents: Agents,
  question: Question,
  options?: RunOptions,
): Promise<Answer> {
  const engine = openEngine(vault, env, { expander: agents.expander });
  try {
    return await agents.answer(
      { vault, session: createSession(), engine: async () => engine },
      question,
      options,
    );
  } finally {
    engine.close();
  }
}
