import type { ProjectCandidate } from '../../agents/clerk/candidates.js';
import { fold } from '../../shared/fold.js';
import { findHeadings } from '../../vault/headings.js';
import { shownLines } from '../../vault/lines.js';

/**
 * The candidates of a review with their evidence, in the format `- project (0.27)` followed by `  - vault/x.md
 * (lines 7-9): text`. Empty for a review in another format.
 */
export function candidatesIn(review: string): ProjectCandidate[] {
  const lines = shownLines(review);
  const headings = findHeadings(lines);
  const at = headings.findIndex(({ text }) => ['candidates', 'candidats'].includes(fold(text)));
  if (at === -1) return [];
  const found: ProjectCandidate[] = [];
  for (const line of lines.slice(headings[at]!.line, (headings[at + 1]?.line ?? lines.length + 1) - 1)) {
    const project = /^- (.+) \((\d(?:\.\d+)?)\)$/.exec(line);
    const evidence = /^ {2,}- (vault\/.+?) \(lines (\d+-\d+)\): (.*)$/.exec(line);
    if (project) found.push({ project: project[1]!, score: Number(project[2]), evidence: [] });
    else if (evidence)
      found.at(-1)?.evidence.push({ path: evidence[1]!, lines: evidence[2]!, text: evidence[3]! });
  }
  return found;
}
