import type { Segment } from './segments.js';

export interface Heading {
  text: string;
  level: number;
  line: number;
}

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
      const heading = fence === null ? /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/.exec(shown) : null;
      if (heading === null) continue;
      found.push({ level: heading[1]!.length, text: plainText(heading[2]!), line: line + index });
    }
  }
  return found;
}

/** The heading that `#an-anchor` names, as GitHub names them: the second of the same name ends in `-1`. */
export function headingAt(headings: readonly Heading[], anchor: string): Heading | undefined {
  const wanted = slugOf(anchor);
  const count = Number(/-(\d+)$/.exec(wanted)?.[1] ?? 0);
  const named = (slug: string) => headings.filter(({ text }) => slugOf(text) === slug);
  return named(wanted)[0] ?? named(wanted.replace(/-\d+$/, ''))[count];
}

function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/[*_`~]/g, '').replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}
