import { createExcerpts } from '../search/passages/excerpt.js';

/** The blocks of an answer, with a line that is longer than any chunk cut around the words of the question. */
export function foldLongLines(blocks: string, question: string): string {
  const excerpt = createExcerpts(question);
  return blocks
    .split('\n')
    .map((line) => {
      const number = NUMBER.exec(line)?.[0] ?? '';
      return number + excerpt(line.slice(number.length));
    })
    .join('\n');
}

const NUMBER = /^\d+ *\| /;
