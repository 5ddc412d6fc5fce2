import type { Segment } from './segments.js';

export interface Heading {
  text: string;
  level: number;
  line: number;
}

const MOST = 400;

/** The headings of a text, without their marks; those inside code are content. */
export function headingsOf(segments: readonly Segment[]): Heading[] {
  const found: Heading[] = [];
  for (const { text, line, plain } of segments) {
    if (plain) continue;
    let fence: string | null = null;
    for (const [index, shown] of text.split('\n').entries()) {
      const mark = /^ {0,3}(```+|~~~+)/.exec(shown)?.[1]?.[0] ?? null;
      if (mark !== null) {
        if (fence === null) fence = mark;
        else if (fence === mark) fence = null;
        continue;
      }
      const heading = fence === null ? /^(#{1,3})[ \t]+(.+?)[ \t]*#*$/.exec(shown) : null;
      if (heading === null) continue;
      found.push({ level: heading[1]!.length, text: plainText(heading[2]!), line: line + index });
      if (found.length === MOST) return found;
    }
  }
  return found;
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/[*_`~]/g, '').replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}
