import type { Choice } from '../api/types.js';

const CHOICES = /^##[ \t]+(?:choices|choix)[ \t]*$/i;
const CANDIDATES = /^##[ \t]+(?:candidates|candidats)[ \t]*$/i;

/** The numbered list under the heading of the choices. */
export function choicesIn(review: string): Choice[] {
  return sectionsOf(review)
    .filter(({ heading }) => CHOICES.test(heading))
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const match = /^(\d+)[.)] (.+)$/.exec(line);
      return match ? [{ id: match[1]!, label: match[2]! }] : [];
    });
}

/** What a review says beside its question and what is shown in another form. */
export function reasoningOf(review: string, withoutCandidates: boolean): string {
  return sectionsOf(review)
    .filter(({ heading }) => !CHOICES.test(heading) && !(withoutCandidates && CANDIDATES.test(heading)))
    .map(({ heading, lines }) => (/^#[ \t]/.test(heading) ? lines : [heading, ...lines]).join('\n'))
    .join('\n')
    .trim();
}

/** A text cut at its H1 and H2; what stands above the first has no heading. */
function sectionsOf(text: string): { heading: string; lines: string[] }[] {
  const sections = [{ heading: '', lines: [] as string[] }];
  for (const line of text.split(/\r?\n/)) {
    if (/^##?[ \t]/.test(line)) sections.push({ heading: line, lines: [] });
    else sections.at(-1)!.lines.push(line);
  }
  return sections;
}
