import { createExcerpts } from '../search/passages/excerpt.js';
import type { Quotation } from '../vault/citation.js';

/** Quotations, with a line that is longer than `longestLine`, by default than any chunk, cut around the words of the question. */
export function foldLongLines(
  quotations: readonly Quotation[],
  question: string,
  longestLine?: number,
): Quotation[] {
  const excerpt = createExcerpts(question, longestLine);
  return quotations.map((quotation) => ({
    ...quotation,
    parts: quotation.parts.map(({ firstLine, text }) => ({
      firstLine,
      text: text.split('\n').map(excerpt).join('\n'),
    })),
  }));
}
