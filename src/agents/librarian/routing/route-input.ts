import { localDate } from '../../../shared/clock.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import type { Language } from '../../../vault/starter.js';
import { listProjects } from '../projects.js';
import { namesIn } from './names.js';
import { ROUTING } from './parameters.js';
import { reasonsFor } from './reasons.js';
import type { InputOrigin, Route, RouteCandidate } from './route.js';
import { type FolderScore, scoreFolders } from './score-folders.js';

export interface RouteOptions {
  /** The language of the reasons. */
  language: Language;
  origin?: InputOrigin;
}

/** Which project a text belongs to. Deterministic: the same vault and text give the same route. */
export async function routeInput(
  context: ToolContext,
  text: string,
  { language }: RouteOptions,
): Promise<Route> {
  const { vault } = context;
  const projects = listProjects(vault);
  const { named, marked } = namesIn(text, projects);
  const spread = await (await context.engine()).spread(text, 'projects');
  const scores = scoreFolders(spread, localDate(vault.clock.now())).filter(
    // The index may still know a project that is gone.
    ({ project }) => project === null || projects.includes(project),
  );
  for (const name of [...named, ...marked]) {
    if (!scores.some(({ project }) => project === name)) scores.push(unknownFolder(name, scores));
  }
  const isNamed = (project: string | null) => project !== null && named.includes(project);
  const total = softmax(
    scores.map(({ project, score }) => {
      if (marked.length > 0) return marked.includes(project ?? '') ? 0 : Number.NEGATIVE_INFINITY;
      return score + (isNamed(project) ? ROUTING.name : 0);
    }),
  );
  const ranked = scores
    .map((folder, index) => ({ ...folder, probability: total[index]! }))
    .filter(({ probability }) => probability > 0)
    .sort((a, b) => b.probability - a.probability || (a.project ?? '').localeCompare(b.project ?? ''));
  const candidates = ranked.flatMap((folder): RouteCandidate[] => {
    const { project, probability } = folder;
    if (project === null) return [];
    const reasons = reasonsFor(folder, spread.terms, [...named, ...marked].includes(project), language);
    return [{ project, probability, isNamed: isNamed(project) || marked.includes(project), reasons }];
  });
  return { candidates, decision: decide(candidates, ranked) };
}

function decide([best]: readonly RouteCandidate[], ranked: readonly FolderScore[]): Route['decision'] {
  if (best === undefined) return 'ask';
  const { evidence } = ranked.find(({ project }) => project === best.project)!;
  const isGrounded = best.isNamed || evidence >= ROUTING.evidence;
  if (!isGrounded || best.probability < ROUTING.fileAndAsk) return 'ask';
  return best.probability >= ROUTING.file ? 'file' : 'file-and-ask';
}

/** A project without a word in the index: as likely as the least likely one that has some. */
function unknownFolder(project: string, scores: readonly FolderScore[]): FolderScore {
  const score = Math.min(0, ...scores.map((known) => known.score));
  return { project, score, perTerm: [], evidence: 0 };
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
