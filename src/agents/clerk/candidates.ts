import type { SearchResult } from '../../search/engine.js';
import { HEADING, isFieldLine } from '../../search/text/line-patterns.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { parseRanges } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import { projectOf } from '../../vault/paths.js';

import { LEAST_SCORE } from '../librarian/passages.js';

/** A project that an input may belong to, and the lines that suggest it. */
export interface ProjectCandidate {
  project: string;
  score: number;
  evidence: { path: string; lines: string; text: string }[];
}

const MOST_CANDIDATES = 3;
const MOST_EVIDENCE = 2;

/** The projects that a search for the input suggests, ranked by their best passage. */
export async function findCandidates(
  context: ToolContext,
  text: string,
): Promise<{ candidates: ProjectCandidate[]; searched: number }> {
  const engine = await context.engine();
  const { results } = await engine.search({
    queries: [text.slice(0, 2_000)],
    mode: 'deep',
    limit: 20,
    context: 0,
  });
  const byProject = new Map<string, ProjectCandidate>();
  for (const result of results) {
    const project = projectOf(result.path);
    if (project === null || result.score < LEAST_SCORE) continue;
    const candidate = byProject.get(project) ?? { project, score: result.score, evidence: [] };
    if (candidate.evidence.length < MOST_EVIDENCE) candidate.evidence.push(evidenceOf(context, result));
    byProject.set(project, candidate);
  }
  return { candidates: [...byProject.values()].slice(0, MOST_CANDIDATES), searched: results.length };
}

function evidenceOf(
  { vault }: ToolContext,
  { path, match_lines }: SearchResult,
): ProjectCandidate['evidence'][number] {
  const all = shownLines(readText(vault.resolve(path)));
  const ranges = parseRanges(match_lines)!;
  const said = ranges
    .flatMap(({ first, last }) => all.slice(first - 1, last))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isFieldLine(line));
  const text = said.join(' ') || headingAbove(all, ranges[0]!.first);
  return { path, lines: match_lines, text: text.length > 200 ? `${text.slice(0, 197)}…` : text };
}

/** What a line of fields belongs to: `status: to do | prio: high` says nothing by itself. */
function headingAbove(lines: readonly string[], line: number): string {
  return lines.slice(0, line).findLast((above) => HEADING.test(above)) ?? lines[line - 1]!;
}
