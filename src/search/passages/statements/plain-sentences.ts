import { HEADING, namesDecision } from '../../text/line-patterns.js';
import { SENTENCE_BREAK } from '../../text/sentence-breaks.js';

/** The sentences of a line, without the marks of lists and emphasis. A heading names; only that of a decision states. */
export function plainSentences(line: string): string[] {
  if (HEADING.test(line) && !namesDecision(line)) return [];
  const plain = line
    .replace(/^\s*(?:>\s*)*(?:#{1,6}|[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s+)?/, '')
    .replaceAll(/\*\*|__|`/g, '');
  return plain.split(SENTENCE_BREAK).filter((sentence) => sentence.length > 5);
}
