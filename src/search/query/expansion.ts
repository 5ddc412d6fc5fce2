import type { Stage } from '../engine.js';
import type { Expander, SubQueries } from '../models/expander.js';

/** Rewords a question within a time limit; nothing is added, and the stage says why, where that fails. */
export async function expandQuestion(
  question: string,
  expander: Expander | null,
  signal: AbortSignal | undefined,
): Promise<{ subQueries: SubQueries; stage: Stage }> {
  const none: SubQueries = { lex: [], vec: [], hyde: [] };
  if (expander === null) {
    const reason = 'no small model is set to reword questions';
    return { subQueries: none, stage: { name: 'expansion', ran: false, reason } };
  }
  const limit = AbortSignal.timeout(TIME_LIMIT);
  try {
    const subQueries = await expander.expand(question, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { subQueries, stage: { name: 'expansion', ran: true, reason: null } };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = limit.aborted ? `${expander.name} did not answer in time` : (error as Error).message;
    return { subQueries: none, stage: { name: 'expansion', ran: false, reason } };
  }
}

const TIME_LIMIT = 10_000;
