import type { Candidate, Choice } from '../api/types.js';

/** A review taken apart: what is shown in a form of its own, and what remains to be read. */
export interface Review {
  /** What exactly is asked, where it says more than its title. */
  ask: string;
  choices: Choice[];
  candidates: Candidate[];
  reasoning: string;
}

const CHOICES = /^(?:choices|choix)$/i;
const CANDIDATES = /^(?:candidates|candidats)$/i;
const QUESTION = /^question$/i;

/** The form in which Rappel writes reviews; whatever differs from it stays part of the reasoning. */
export function readReview(text: string): Review {
  const review: Review = { ask: '', choices: [], candidates: [], reasoning: '' };
  const rest: string[] = [];
  for (const { level, heading, lines } of sectionsOf(text)) {
    if (CHOICES.test(heading)) review.choices.push(...lines.flatMap(choiceIn));
    else if (QUESTION.test(heading)) review.ask = lines.join('\n').trim();
    else if (CANDIDATES.test(heading) && candidatesIn(lines).length > 0)
      review.candidates = candidatesIn(lines);
    // The title stands above, the input below: neither is repeated.
    else if (level < 2) rest.push(...lines.filter((line) => !/^(?:>|Conten[tu]\s?:)/.test(line)));
    else rest.push(`## ${heading}`, ...lines);
  }
  return { ...review, reasoning: rest.join('\n').trim() };
}

function choiceIn(line: string): Choice[] {
  const match = /^(\d+)[.)] (.+)$/.exec(line);
  return match ? [{ id: match[1]!, label: match[2]! }] : [];
}

/** `- project (0.27)`, and below it `  - vault/x.md (lines 7-9): text`. */
function candidatesIn(lines: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const line of lines) {
    const project = /^- (.+) \((\d(?:\.\d+)?)\)$/.exec(line);
    const evidence = /^ {2,}- (vault\/.+?) \(lines (\d+-\d+)\): (.*)$/.exec(line);
    if (project) found.push({ project: project[1]!, score: Number(project[2]), evidence: [] });
    else if (evidence)
      found.at(-1)?.evidence.push({ path: evidence[1]!, lines: evidence[2]!, text: evidence[3]! });
  }
  return found;
}

/** A text cut at its H1 and H2; what stands above the first has no heading. */
function sectionsOf(text: string): { level: number; heading: string; lines: string[] }[] {
  const sections = [{ level: 0, heading: '', lines: [] as string[] }];
  for (const line of text.split(/\r?\n/)) {
    const match = /^(##?)[ \t]+(.+?)[ \t]*$/.exec(line);
    if (match) sections.push({ level: match[1]!.length, heading: match[2]!, lines: [] });
    else sections.at(-1)!.lines.push(line);
  }
  return sections;
}
