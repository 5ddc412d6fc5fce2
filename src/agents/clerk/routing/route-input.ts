import { readFileSync } from 'node:fs';
import type { Spread, SpreadTerm } from '../../../search/engine.js';
import { isMonthName } from '../../../search/text/dates.js';
import { weekdayNumber } from '../../../shared/calendar-words.js';
import { localDate } from '../../../shared/clock.js';
import { fold } from '../../../shared/fold.js';
import { once } from '../../../shared/once.js';
import { readTimes } from '../../../shared/times.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import type { Language } from '../../../words/language.js';
import { listProjects } from '../projects.js';
import { hintsFor } from './apply-lessons.js';
import { readLessons } from './lessons.js';
import { projectsNamedIn, properNames, type ShortName } from './names.js';
import { ROUTING } from './parameters.js';
import { type Grounds, reasonsFor } from './reasons.js';
import type { InputOrigin, Route } from './route.js';
import { type FolderScore, scoreFolders } from './score-folders.js';

interface RouteOptions {
  /** The language of the reasons. */
  language: Language;
  origin?: InputOrigin | null | undefined;
}

type Candidate = Pick<Grounds, 'isNamed' | 'lesson' | 'isFromFolder'> & {
  probability: number;
  /** What single words say for it: names that only it holds, and all others. */
  fromNames: number;
  fromWords: number;
};

/** Which project a text belongs to. Deterministic: the same vault, lessons and text give the same route. */
export async function routeInput(
  context: ToolContext,
  text: string,
  { language, origin }: RouteOptions,
): Promise<Route> {
  const { vault } = context;
  const projects = listProjects(vault);
  const today = localDate(vault.clock.now());
  const spread = await (await context.engine()).spread(withoutTimes(text, today), 'projects');
  const { named, marked, short } = projectsNamedIn(text, projects);
  const hints = hintsFor(text, readLessons(vault), projects, origin);
  const clear = clearlyNamed(short, spread);
  const allNamed = [
    ...named,
    ...marked,
    // Words of two names speak for both, and name neither.
    ...(new Set(clear.map(({ project }) => project)).size > 1
      ? []
      : clear.filter(({ isFirst }) => isFirst)
    ).map(({ project }) => project),
  ];
  const spokenFor = clear.map(({ project }) => project);
  const spoken = projects.filter((project) => allNamed.includes(project) || hints.scoreOf(project) > 0);
  const holders = holdersOfNames(text, spread);
  const folders = foldersOf(spread, projects, spoken, today);
  const grounds = folders.map((folder): Grounds => {
    const { project } = folder;
    const isNamed = project !== null && allNamed.includes(project);
    const names = (project !== null && holders.get(project)) || [];
    return {
      ...folder,
      isNamed,
      fromNames: sumOf(folder.evidence.filter((_, term) => names.includes(term))),
      fromWords: sumOf(
        folder.evidence.filter((_, term) => !names.includes(term) && !isOrdinary(spread.terms[term]!)),
      ),
      score:
        folder.score +
        hints.scoreOf(project) +
        (isNamed ? ROUTING.name : 0) +
        (names.length > 0 || spokenFor.includes(project ?? '') ? ROUTING.properName : 0),
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
      isPointedAt: isPointedAt(folder, spread),
      reasons: reasonsFor(folder, spread.terms, language),
    })),
    decision: found.length === 0 ? 'ask' : decisionFor(found[0]!),
    isForNone: ranked[0]?.project === null && decisionFor(ranked[0]) === 'file',
  };
}

const MOST_DATED = 500;

/** A short text without `tomorrow` or `jeudi 26`: when something is to happen does not say where it belongs. */
function withoutTimes(text: string, today: string): string {
  if (text.length > MOST_DATED) return text;
  return readTimes(text, { today, towards: 'future' }).reduceRight(
    (rest, { index, text: found }) => `${rest.slice(0, index)} ${rest.slice(index + found.length)}`,
    text,
  );
}

/** Numbers, months, and words that every third person writes in their notes, whatever they do: no evidence for a project. */
function isOrdinary({ label }: SpreadTerm): boolean {
  const word = fold(label);
  return (
    /^\d{1,4}$/.test(word) ||
    isMonthName(word) ||
    weekdayNumber(word.replace(/s$/, '')) > 0 ||
    ordinaryWords().has(word)
  );
}

/** Made by `npm run train:kinds`. */
const ordinaryWords = once(
  () =>
    new Set(
      readFileSync(new URL('../../../../models/ordinary-words.txt', import.meta.url), 'utf8').split('\n'),
    ),
);

/** What to do with an input whose best candidate is this one. */
export function decisionFor(best: Candidate): Route['decision'] {
  const { probability, fromNames, fromWords } = best;
  const isSaid = best.isNamed || best.lesson !== null || best.isFromFolder;
  const evidence = fromNames + fromWords;
  const isGrounded = isSaid || fromNames > 0 || evidence >= ROUTING.evidence;
  if (!isGrounded || probability < ROUTING.fileAndAsk) return 'ask';
  // A person alone may have changed the project.
  const isPersonAlone = fromNames > 0 && fromWords < ROUTING.evidence && probability < ROUTING.personAlone;
  const certainty = Math.log(probability / (1 - probability)) + evidence;
  const isCertain = isSaid || (certainty >= ROUTING.certainty && !isPersonAlone);
  return isCertain && probability >= ROUTING.file ? 'file' : 'file-and-ask';
}

/** True where more than one word speaks for a project: one alone may do so by chance, unless it makes it likely. */
function isPointedAt(
  { isNamed, lesson, isFromFolder, fromNames, fromWords, evidence, probability }: Grounds & Candidate,
  { terms }: Spread,
): boolean {
  if (probability >= 0.5 && fromWords >= ROUTING.evidence) return true;
  const words = evidence.filter(
    (value, term) => value > 0 && terms[term]!.weight >= ROUTING.telling && !isOrdinary(terms[term]!),
  );
  return isNamed || lesson !== null || isFromFolder || fromNames > 0 || words.length > 1;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
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
  return [...scored, ...unknown.map((project) => ({ project, score: least, perTerm: [], evidence: [] }))];
}

/** The projects whose first word a short text holds, where that word is rare in all other files; a long text holds many words. */
function clearlyNamed(
  short: readonly ShortName[],
  { terms, folders, elsewhere }: Spread,
): readonly ShortName[] {
  if (terms.length > ROUTING.mostNameTerms) return [];
  const all = [...folders, elsewhere].reduce((sum, { chunks }) => sum + chunks, 0);
  const isClear = ({ project, word }: ShortName) => {
    const place = folders.findIndex(({ name }) => name === project);
    const term = terms.find(({ label }) => fold(label) === word);
    if (place === -1 || term === undefined) return true;
    const inOverview = Math.min(IN_OVERVIEW, term.elsewhere);
    const others = all - folders[place]!.chunks;
    return term.chunks - term.inFolders[place]! - inOverview <= ROUTING.nameElsewhere * others;
  };
  return short.filter(isClear);
}

/** The chunk of the overview, which names every project. */
const IN_OVERVIEW = 1;

/** The projects that hold most of a name of a short text, a person or a client, with the places of those terms. */
function holdersOfNames(text: string, { terms, folders }: Spread): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  if (terms.length > ROUTING.mostNameTerms) return holders;
  const names = properNames(text);
  for (const [term, { label, chunks, inFolders }] of terms.entries()) {
    const most = Math.max(...inFolders);
    if (chunks === 0 || !names.has(fold(label)) || most < ROUTING.nameShare * chunks) continue;
    const place = inFolders.indexOf(most);
    const { name } = folders[place]!;
    holders.set(name, [...(holders.get(name) ?? []), term]);
  }
  return holders;
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
