import type { LineRange } from '../frame/route.js';

/** One passage of an answer. */
export interface Block {
  /** As it is shown: `vault/…`. */
  path: string;
  /** `9-14`, `1-1, 9-14`; null for a whole file. */
  lines: string | null;
  /** Lines that follow each other in the file; between two parts lines are left out. */
  parts: Part[];
}

interface Part {
  /** Without the numbers. */
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
    const head = /^(.*) \(lines (\d[\d, -]*)\)$/.exec(open[2]!);
    blocks.push({ path: head?.[1] ?? open[2]!, lines: head?.[2] ?? null, parts: partsOf(content) });
  }
  return { blocks, errors };
}

function partsOf(content: readonly string[]): Part[] {
  const parts: Part[] = [];
  let isOpen = false;
  for (const line of content) {
    const numbered = /^(\d+) *\|(?: |$)/.exec(line);
    if (numbered === null) {
      isOpen = false;
      continue;
    }
    const text = line.slice(numbered[0].length);
    if (isOpen) parts.at(-1)!.text += `\n${text}`;
    else parts.push({ text, firstLine: Number(numbered[1]) });
    isOpen = true;
  }
  return parts;
}

/** The ranges of `matches`, `9-14` or `1-1,9-14`, that lie in a part of a block. */
export function rangesIn({ text, firstLine }: Part, matches: readonly string[]): LineRange[] {
  const last = firstLine + text.split('\n').length - 1;
  return matches
    .flatMap((ranges) => ranges.split(','))
    .map((range) => range.split('-').map(Number))
    .map(([first = 0, end = first]) => ({ first, last: end }))
    .filter((range) => range.last >= firstLine && range.first <= last);
}
