import { INPUT_TEXT, type InputFiles, inputImagePath } from '../tools/input-files.js';
import { block, numberLines, shownLines } from '../vault/lines.js';
import type { DataMark } from './as-data.js';

/** Longer texts are shown with line numbers, so that the agent can keep a part of them. */
const MOST_PLAIN = 1_500;
/** Of longer texts the agent sees the beginning. */
const MOST_SHOWN = 8_000;
const BEGINNING = 2_000;

/** The input as the prompt shows it: of a long text the beginning, its size and its path. */
export function showInput(asData: DataMark, input: InputFiles): string {
  const { text, images } = input;
  const parts: string[] = [];
  if (text.length <= MOST_PLAIN) parts.push(asData('input', text));
  else {
    const lines = shownLines(text);
    const shown = text.length <= MOST_SHOWN ? lines.length : linesWithin(lines, BEGINNING);
    const range = shown === lines.length ? '' : ` (lines 1-${shown})`;
    parts.push(asData('input', block(INPUT_TEXT + range, numberLines(lines.slice(0, shown).map(cut)))));
    if (range !== '') {
      input.beginning = lines.slice(0, shown).some((line) => line !== cut(line)) ? 0 : shown;
      parts.push(
        `${INPUT_TEXT} has ${lines.length} lines, ${text.length} characters; read "${INPUT_TEXT} (lines ${shown + 1}-${Math.min(lines.length, shown + 200)})" continues.`,
      );
    }
  }
  if (images.length > 0)
    parts.push(`Images: ${images.map((image) => inputImagePath(input, image)).join(', ')}`);
  return parts.join('\n');
}

/** Some texts have no line ends. */
function cut(line: string): string {
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, BEGINNING)}… (${line.length} characters)`;
}

/** How many lines fit; at least one. */
function linesWithin(lines: readonly string[], most: number): number {
  let room = most;
  let count = 0;
  while (count < lines.length && room >= lines[count]!.length) room -= lines[count++]!.length + 1;
  return Math.max(1, count);
}
