import type { LineRange } from '../frame/route.js';

/** One passage of an answer. */
export interface Block {
  /** As it is shown: `vault/…`. */
  path: string;
  /** `9-14`; null for a whole file. */
  lines: string | null;
  /** Its text without the numbers. */
  text: string;
  firstLine: number;
}

/** The blocks of an answer and the lines of error between them. The text is the one that Copy gives, taken apart. */
export function blocksOf(answer: { text: string; overview: string }): { blocks: Block[]; errors: string[] } {
  const blocks: Block[] = [];
  const errors: string[] = [];
  const lines = answer.text.slice(answer.overview.length).split('\n');
  for (let at = 0; at < lines.length; at++) {
    const open = /^(```|~~~)(vault\/.+)$/.exec(lines[at]!);
    if (open === null) {
      if (lines[at]!.startsWith('[error] ')) errors.push(lines[at]!.slice('[error] '.length));
      continue;
    }
    const content: string[] = [];
    while (++at < lines.length && lines[at] !== open[1]) content.push(lines[at]!);
    const head = /^(.*) \(lines (\d+-\d+)\)$/.exec(open[2]!);
    blocks.push({
      path: head?.[1] ?? open[2]!,
      lines: head?.[2] ?? null,
      text: content.map((line) => line.replace(/^\d+ *\|(?: |$)/, '')).join('\n'),
      firstLine: Number(/^\d+/.exec(content[0] ?? '')?.[0] ?? 1),
    });
  }
  return { blocks, errors };
}

/** The ranges `9-14` that lie in a block. */
export function rangesIn(block: Block, matches: readonly string[]): LineRange[] {
  const last = block.firstLine + block.text.split('\n').length - 1;
  return matches
    .map((range) => range.split('-').map(Number))
    .map(([first = 0, end = first]) => ({ first, last: end }))
    .filter((range) => range.last >= block.firstLine && range.first <= last);
}
