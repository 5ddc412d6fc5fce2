import type { Spread } from '../../../search/engine.js';
import { fold } from '../../../search/text/fold.js';
import { localDate } from '../../../shared/clock.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import type { Language } from '../../../vault/starter.js';
import { listProjects } from '../projects.js';
import { hintsFor } from './apply-lessons.js';
import { readLessons } from './lessons.js';
import { namesIn, type ShortName } from './names.js';
import { ROUTING } from './parameters.js';
import { type Grounds, reasonsFor } from './reasons.js';
import type { InputOrigin, Route } from './route.js';
import { type FolderScore, scoreFolders } from './score-folders.js';

export interface RouteOptions {
  /** The language of the reasons. */
  language: Language;
  origin?: InputOrigin | null | undefined;
}

type Candidate = Pick<Grounds, 'isNamed' | 'lesson' | 'isFromFolder' | 'evidence'> & { probability: number };

/** Which project a text belongs to. Deterministic: the same vault, lessons and text give the same route. */
export async function routeInput(
  context: ToolContext,
  text: string,
  { language, origin }: RouteOptions,
): Promise<Route> {
  const { vault } = context;
  const projects = listProjects(vault);
  const spread = await (await context.engine()).spread(text, 'projects');
  const { named, marked, short } = namesIn(text, projects);
  const hints = hintsFor(text, readLessons(vault), projects, origin);
  const nameScores = new Map([
    ...shortNameScores(short, spread),
    ...named.map((project) => [project, ROUTING.name] as const),
  ]);
  const spoken = projects.filter((project) => nameScores.has(project) || hints.scoreOf(project) > 0);
  const folders = foldersOf(spread, projects, spoken, localDate(vault.clock.now()));
  const grounds = folders.map((folder): Grounds => {
    const { project } = folder;
    const nameScore = nameScores.get(project ?? '') ?? 0;
    return {
      ...folder,
      isNamed: nameScore >= ROUTING.leastName || marked.includes(project ?? ''),
      score: folder.score + hints.scoreOf(project) + nameScore,
      lesson: hints.similarTo(project),
      isFromFolder: hints.isFromFolder(project),
    };
  });
  const allowed = grounds.filter(({ project }) => marked.length === 0 || marked.includes(project ?? ''));
  const odds = softmax(allowed.map(({ score }) => score));
  const ranked = allowed
    .map((folder, index) => ({ ...folder, probability: odds[index]! }))
    .sort((a, b) => b.probability - a.probability || ((a.project ?? '') < (b.project ?? '') ? -1 : 1));
  const found = ranked.filter(({ project }) => project !== null);
  return {
    candidates: found.map((folder) => ({
      project: folder.project!,
      probability: folder.probability,
      isNamed: folder.isNamed,
      reasons: reasonsFor(folder, spread.terms, language),
    })),
    decision: found.length === 0 ? 'ask' : decisionFor(found[0]!),
  };
}

/** What to do with an input whose best candidate is this one. */
export function decisionFor(best: Candidate): Route['decision'] {
  const isGrounded =
    best.isNamed || best.lesson !== null || best.isFromFolder || best.evidence >= ROUTING.evidence;
  if (!isGrounded || best.probability < ROUTING.fileAndAsk) return 'ask';
  return best.probability >= ROUTING.file ? 'file' : 'file-and-ask';
}

/** The folders of the index that still exist, and what else speaks for itself, as likely as the least likely of them. */
function foldersOf(
  spread: Spread,
  projects: readonly string[],
  spoken: readonly string[],
  today: string,
): FolderScore[] {
  const existing = new Set(projects);
  const scored = scoreFolders(spread, today).filter(
    ({ project }) => project === null || existing.has(project),
  );
  const least = Math.min(0, ...scored.map(({ score }) => score));
  const known = new Set(scored.map(({ project }) => project));
  const unknown = [...spoken, null].filter((project) => !known.has(project));
  return [...scored, ...unknown.map((project) => ({ project, score: least, perTerm: [], evidence: 0 }))];
}

/** What the first word of a name says: the fewer other files hold it, the surer it means the project. */
function shortNameScores(short: readonly ShortName[], { terms, folders, elsewhere }: Spread) {
  const all = [...folders, elsewhere].reduce((sum, { chunks }) => sum + chunks, 0);
  return short.flatMap(({ project, word }): [string, number][] => {
    const place = folders.findIndex(({ name }) => name === project);
    const term = terms.find(({ label }) => fold(label) === word);
    if (place === -1 || term === undefined) return [[project, ROUTING.leastName]];
    const others = Math.max(1, all - folders[place]!.chunks);
    const share = (term.chunks - term.inFolders[place]! + 0.5) / (others + 1);
    return [[project, Math.min(ROUTING.name, -Math.log(share))]];
  });
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
