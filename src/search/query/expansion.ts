import type { Stage } from '../engine.js';

/** A language model that completes a prompt. Throws `RappelError` with the code `model` where it fails. */
export interface TextModel {
  readonly name: string;
  complete(prompt: string, options: { signal: AbortSignal }): Promise<string>;
}

/** A question in other words: keywords for BM25, sentences for vectors, and an answer as a note might contain it. */
interface SubQueries {
  lex: string[];
  vec: string[];
  hyde: string[];
}

/** Rewords a question within a time limit; nothing is added, and the stage says why, where that fails. */
export async function expandQuestion(
  question: string,
  model: TextModel | null,
  signal: AbortSignal | undefined,
): Promise<{ subQueries: SubQueries; stage: Stage }> {
  if (model === null) {
    const reason = 'no model is connected to reword questions';
    return { subQueries: parseSubQueries(''), stage: { name: 'expansion', ran: false, reason } };
  }
  const limit = AbortSignal.timeout(TIME_LIMIT);
  try {
    const text = await model.complete(promptFor(question), {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { subQueries: parseSubQueries(text), stage: { name: 'expansion', ran: true, reason: null } };
  } catch (error) {
    signal?.throwIfAborted();
    const reason = limit.aborted ? `${model.name} did not answer in time` : (error as Error).message;
    return { subQueries: parseSubQueries(''), stage: { name: 'expansion', ran: false, reason } };
  }
}

/** Reads lines of the form `lex: …`; ignores everything else that a model writes. */
export function parseSubQueries(text: string): SubQueries {
  const found: SubQueries = { lex: [], vec: [], hyde: [] };
  for (const line of text.split('\n')) {
    const match = /^\s*[-*]?\s*(lex|vec|hyde)\s*:\s*(.+)$/i.exec(line);
    const value = match?.[2]?.trim().slice(0, MAX_LENGTH);
    if (!match || !value) continue;
    const list = found[match[1]!.toLowerCase() as keyof SubQueries];
    if (list.length < MAX_EACH) list.push(value);
  }
  return found;
}

const TIME_LIMIT = 10_000;
const MAX_EACH = 3;
const MAX_LENGTH = 600;

function promptFor(question: string): string {
  return [
    'Reword a question for a search over personal notes in French and English. Answer with lines of these forms only:',
    'lex: a few keywords, as the notes may contain them (at most 3 lines, other words than the question, both languages)',
    'vec: the question in other words (at most 2 lines)',
    'hyde: one sentence as the note that answers it may contain it (1 line)',
    '',
    `Question: ${JSON.stringify(question.slice(0, 2_000))}`,
  ].join('\n');
}
