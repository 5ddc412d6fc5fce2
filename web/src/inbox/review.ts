/** A review taken apart: what is shown in a form of its own is left out of what remains to be read. */
interface Review {
  /** What exactly is asked, where it says more than its title. */
  ask: string;
  reasoning: string;
}

const CHOICES = /^(?:choices|choix)$/i;
const CANDIDATES = /^(?:candidates|candidats)$/i;
const QUESTION = /^question$/i;

/** The form in which Rappel writes reviews; everything else stays part of the reasoning. */
export function readReview(
  text: string,
  { choices, candidates }: { choices: readonly unknown[]; candidates: readonly unknown[] },
): Review {
  const review: Review = { ask: '', reasoning: '' };
  const rest: string[] = [];
  for (const { level, heading, lines } of sectionsOf(text)) {
    if (CHOICES.test(heading) && choices.length > 0) continue;
    if (CANDIDATES.test(heading) && candidates.length > 0) continue;
    if (QUESTION.test(heading)) review.ask = lines.join('\n').trim();
    // The page shows the title above and the input below: neither is repeated.
    else if (level < 2) rest.push(...lines.filter((line) => !/^(?:>|Conten[tu]\s?:)/.test(line)));
    else rest.push(`## ${heading}`, ...lines);
  }
  return { ...review, reasoning: rest.join('\n').trim() };
}

/** A text cut at its H1 and H2; the part above the first has no heading. */
function sectionsOf(text: string): { level: number; heading: string; lines: string[] }[] {
  const sections = [{ level: 0, heading: '', lines: [] as string[] }];
  for (const line of text.split(/\r?\n/)) {
    const match = /^(##?)[ \t]+(.+?)[ \t]*$/.exec(line);
    if (match) sections.push({ level: match[1]!.length, heading: match[2]!, lines: [] });
    else sections.at(-1)!.lines.push(line);
  }
  return sections;
}
