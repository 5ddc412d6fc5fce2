import type { Answer } from '../agents/answer.js';
import { createExcerpts } from '../search/passages/excerpt.js';
import { HEADING } from '../search/text/line-patterns.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../search/text/stop-words.js';
import { fold } from '../shared/fold.js';
import type { Say } from '../words/say.js';
import type { Terminal } from './command.js';
import { bold, dim } from './paint.js';

export interface AnswerView {
  question: string;
  /** How a path of the answer is shown: one that an editor opens. */
  place(path: string): string;
  /** At most this many passages. */
  limit?: number | undefined;
  /** Every line of every passage, however many there are. */
  full: boolean;
}

/**
 * An answer for a person: the overview, then the passages with the words of the question marked, as many lines as fit on
 * the screen. The document itself, with its numbers and fences, is for programs.
 */
export function showAnswer(answer: Answer, view: AnswerView, terminal: Terminal): string {
  const { say } = terminal;
  const passages = view.full ? passagesOf(answer) : shortened(passagesOf(answer), view, terminal);
  const wanted = passages.slice(0, view.limit);
  const overview = answer.overview.trimEnd();
  const room = view.full ? Number.POSITIVE_INFINITY : terminal.rows - RESERVED - height(overview, terminal);
  const { blocks, left } = fitPassages(wanted, room, view, terminal);
  const hidden = left + passages.length - wanted.length;
  const more =
    hidden === 0
      ? []
      : [dim(hidden === 1 ? say`1 more passage: --full` : say`${hidden} more passages: --full`)];
  return [overview, ...blocks, ...more].join('\n\n');
}

interface Passage {
  path: string;
  lines: { number: number; text: string }[];
}

/** The quotations, without frontmatter and blank lines around the text. */
function passagesOf({ files }: Answer): Passage[] {
  return files.flatMap(({ path, parts }) => {
    const lines = parts.flatMap(({ firstLine, text }) =>
      text.split('\n').map((line, at) => ({ number: firstLine + at, text: line })),
    );
    const shown = withoutFrontmatter(lines);
    while (shown[0]?.text.trim() === '') shown.shift();
    while (shown.at(-1)?.text.trim() === '') shown.pop();
    return shown.length === 0 ? [] : [{ path, lines: shown }];
  });
}

/** A line never takes more than half of the screen: a longer one is cut around the words of the question. */
function shortened(passages: readonly Passage[], { question }: AnswerView, { rows, columns }: Terminal) {
  const excerpt = createExcerpts(question, Math.max(200, Math.floor(rows / 2) * columns));
  return passages.map(({ path, lines }) => ({
    path,
    lines: lines.map(({ number, text }) => ({ number, text: excerpt(text) })),
  }));
}

function withoutFrontmatter(lines: Passage['lines']): Passage['lines'] {
  if (lines[0]?.number !== 1 || lines[0].text !== '---') return lines;
  const end = lines.findIndex(({ text }, index) => index > 0 && text === '---');
  return lines.slice(end + 1);
}

/** The line of the prompt, and one for what is left out. */
const RESERVED = 3;

function fitPassages(passages: readonly Passage[], room: number, view: AnswerView, terminal: Terminal) {
  const blocks: string[] = [];
  const mark = terminal.colour ? wordMarker(view.question) : (text: string) => text;
  const count = wordCounter(view.question);
  for (const { path, lines } of passages) {
    const rows = lines.map(({ text }) => height(`  ${text}`, terminal));
    const best = bestLine(lines, count);
    const { first, last } = withoutBlanks(lines, windowAround(best, rows, room - 2));
    // The best passage is shown on the smallest screen; of another, a line or two would say little.
    const isCut = last - first + 1 < lines.length;
    if (blocks.length > 0 && isCut && last - first + 1 < LEAST_LINES) break;
    const shown = lines.slice(first, last + 1);
    // So that a date is never lost.
    const above = HEADING.test(shown[0]!.text) ? [] : lines.slice(0, first);
    const heading = above.findLast(({ text }) => HEADING.test(text));
    const body = shown.flatMap(({ number, text }, at) => {
      const isGap = at > 0 && number !== shown[at - 1]!.number + 1;
      return [...(isGap ? [dim('  …')] : []), `  ${mark(text)}`.trimEnd()];
    });
    const block = [
      bold(`${view.place(path)}:${shown[0]!.number}`),
      ...(heading === undefined ? [] : [`  ${mark(heading.text)}`]),
      ...moreLines(
        lines.slice(0, first).filter((line) => line !== heading),
        terminal.say,
      ),
      ...body,
      ...moreLines(lines.slice(last + 1), terminal.say),
    ].join('\n');
    blocks.push(block);
    room -= height(block, terminal) + 1;
  }
  return { blocks, left: passages.length - blocks.length };
}

function withoutBlanks(lines: Passage['lines'], { first, last }: { first: number; last: number }) {
  while (first < last && lines[first]!.text.trim() === '') first++;
  while (last > first && lines[last]!.text.trim() === '') last--;
  return { first, last };
}

function moreLines(hidden: Passage['lines'], say: Say): string[] {
  const count = hidden.filter(({ text }) => text.trim() !== '').length;
  if (count === 0) return [];
  return [dim(`  … ${count === 1 ? say`1 more line` : say`${count} more lines`}`)];
}

/** The line of text that holds the most words of the question; the first one where none does. */
function bestLine(lines: Passage['lines'], count: (text: string) => number): number {
  const counts = lines.map(({ text }) => (HEADING.test(text) ? 0 : count(text)));
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/** The lines that fit into a number of rows, by their heights: from the start if the best line is among those, else around it. */
function windowAround(best: number, rows: readonly number[], room: number): { first: number; last: number } {
  let used = rows.reduce((sum, height) => sum + height, 0);
  let [first, last] = [0, rows.length - 1];
  // What is left out takes a row on its side, and its heading another.
  while (first < last && used + (first > 0 ? 2 : 0) + (last < rows.length - 1 ? 1 : 0) > room) {
    const isBelow = last - best > (best - first) / 2 && last > best;
    used -= isBelow ? rows[last--]! : rows[first++]!;
  }
  return { first, last };
}

const LEAST_LINES = 4;

/** How many rows of the screen a text takes. */
function height(text: string, { columns }: Terminal): number {
  return text
    .split('\n')
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / Math.max(20, columns))), 0);
}

/** Marks the words of a question in a text, also in another form: `decide` in "decided", `réunion` in "reunions". */
function wordMarker(question: string): (text: string) => string {
  const isAsked = askedWords(question);
  return (text) => text.replaceAll(WORD, (word) => (isAsked(word) ? bold(word) : word));
}

/** How many different words of a question a text holds, in any form. */
function wordCounter(question: string): (text: string) => number {
  const isAsked = askedWords(question);
  return (text) => new Set((text.match(WORD) ?? []).filter(isAsked).map(fold)).size;
}

function askedWords(question: string): (word: string) => boolean {
  const asked = [...question.matchAll(WORD)]
    .map(([word]) => fold(word))
    .filter((word) => word.length > 1 && !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word));
  return (word) => asked.some((other) => areForms(fold(word), other));
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Short words must be equal; longer ones may end differently. */
function areForms(a: string, b: string): boolean {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return (
    common >= LEAST_STEM &&
    common >= Math.min(a.length, b.length) - 1 &&
    Math.max(a.length, b.length) - common <= MOST_ENDING
  );
}

const LEAST_STEM = 4;

/** As long as `-ing` and most French endings. */
const MOST_ENDING = 4;
