import { parseQuery } from '../query/parse-query.js';
import { PASSAGES } from '../ranking/parameters.js';
import { createTermFinder, type TermFinder } from './term-finder.js';

/** Cuts long lines around the words of a question; none is longer than any chunk may be unless `longestLine` says so. */
export function createExcerpts(
  question: string,
  longestLine = PASSAGES.longestLine,
): (line: string) => string {
  let excerpt: ((line: string) => string) | null = null;
  return (line) => {
    if (line.length <= longestLine) return line;
    if (excerpt === null) {
      const { terms } = parseQuery(question);
      const [find, weights] = [createTermFinder(terms), terms.map(({ weight }) => weight)];
      excerpt = (text) => excerptOf(text, find, weights, longestLine);
    }
    return excerpt(line);
  };
}

/**
 * A line as a result shows it: one that is longer than any chunk may be is cut around what was looked for, with the
 * number of characters that are left out on each side.
 */
export function excerptOf(
  line: string,
  find: TermFinder,
  weights: readonly number[],
  longestLine = PASSAGES.longestLine,
): string {
  if (line.length <= longestLine) return line;
  const step = Math.ceil(longestLine / 2);
  let best = 0;
  let most = 0;
  // Windows that overlap by half: the end of one is in the middle of the next.
  for (let start = 0; start < line.length; start += step) {
    let worth = 0;
    for (const term of find(line, start, Math.min(line.length, start + longestLine))) worth += weights[term]!;
    if (worth > most) {
      most = worth;
      best = start;
    }
  }
  const { start, end } = wholeWords(line, best, Math.min(line.length, best + longestLine));
  const before = start === 0 ? '' : `[${start} characters] … `;
  const after = end === line.length ? '' : ` … [${line.length - end} characters]`;
  return `${before}${line.slice(start, end)}${after}`;
}

/** A part of a line without cut words or spaces at its ends. Only text that is too long for a word is cut. */
function wholeWords(line: string, from: number, to: number): { start: number; end: number } {
  const isCut = (at: number) => /^\S\S$/.test(line.slice(at - 1, at + 1));
  const head = isCut(from) ? line.slice(from, from + LONGEST_WORD).search(/\s/) : 0;
  const tail = isCut(to) ? /\s\S*$/.exec(line.slice(Math.max(from, to - LONGEST_WORD), to)) : null;
  const part = line.slice(from + Math.max(0, head), to - (tail?.[0].length ?? 0));
  const start = from + Math.max(0, head) + (part.length - part.trimStart().length);
  return { start, end: start + part.trim().length };
}

const LONGEST_WORD = 40;
