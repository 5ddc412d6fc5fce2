/** A question in other words: keywords for BM25, sentences for vectors, and an answer as a note might contain it. */
export interface SubQueries {
  lex: string[];
  vec: string[];
  hyde: string[];
}

/** Rewords questions, as a port. Throws `RappelError` with the code `model` where it fails. */
export interface Expander {
  readonly name: string;
  expand(question: string, options: { signal?: AbortSignal }): Promise<SubQueries>;
}

/** An expander made from any function that completes a prompt with a language model. */
export function createTextExpander(
  name: string,
  complete: (prompt: string, options: { signal?: AbortSignal }) => Promise<string>,
): Expander {
  return {
    name,
    async expand(question, options) {
      return parseSubQueries(await complete(promptFor(question), options));
    },
  };
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
