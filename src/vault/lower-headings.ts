import { outlineOf } from './headings.js';
import { shownLines } from './lines.js';

/** Puts the headings of a turn or a message below its own heading, which is an H2. */
export function lowerHeadings(text: string): string {
  const lines = shownLines(text);
  for (const { line, level } of outlineOf(lines).headings)
    lines[line - 1] = lines[line - 1]!.replace(/#+/, '#'.repeat(Math.min(6, level + 2)));
  return closeFence(lines).join('\n');
}

/** A code fence that was never closed would swallow the rest of the conversation. */
function closeFence(lines: string[]): string[] {
  const { fenced } = outlineOf(lines);
  if (!fenced.has(lines.length)) return lines;
  const open = /^ {0,3}(`{3,}|~{3,})/;
  // One more line: is it still inside the fence?
  if (!outlineOf([...lines, 'x']).fenced.has(lines.length + 1)) return lines;
  let first = lines.length;
  while (fenced.has(first - 1)) first--;
  return [...lines, open.exec(lines[first - 1] ?? '')?.[1] ?? '```'];
}
