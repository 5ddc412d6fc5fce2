import { splitFrontmatter } from '../vault/frontmatter.js';
import { findHeadings } from '../vault/headings.js';
import { hiddenLines } from '../vault/line-ranges.js';
import { numberedLine, numberWidth, shownLines } from '../vault/lines.js';

/** The outline of a file: frontmatter, H1 and H2 with their numbers; hidden lines appear as a range. */
export function foldLines(text: string, lines: readonly string[]): string {
  const headLines = shownLines(splitFrontmatter(text).head).length;
  const headings = findHeadings(lines, headLines + 1).filter((heading) => heading.level <= 2);
  const kept = [
    ...Array.from({ length: headLines }, (_, index) => index + 1),
    ...headings.map(({ line }) => line),
  ];
  const width = numberWidth(kept.at(-1) ?? 0);

  const folded: string[] = [];
  let next = 1;
  const hide = (until: number) => {
    if (lines.slice(next - 1, until).some((line) => line.trim() !== ''))
      folded.push(hiddenLines(next, until));
  };
  for (const number of kept) {
    hide(number - 1);
    folded.push(numberedLine(lines[number - 1]!, number, width));
    next = number + 1;
  }
  hide(lines.length);
  return folded.join('\n');
}
