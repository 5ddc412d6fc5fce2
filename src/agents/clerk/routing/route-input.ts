import { readFileSync } from 'node:fs';
import type { Spread, SpreadFolder, SpreadTerm } from '../../../search/engine.js';
import { isMonthName } from '../../../search/text/dates.js';
import { weekdayNumber } from '../../../shared/calendar-words.js';
import { localDate } from '../../../shared/clock.js';
import { fold } from '../../../shared/fold.js';
import { once } from '../../../shared/once.js';
import { readTimes } from '../../../shared/times.js';
import type { ToolContext } from '../../../tools/define-tool.js';
import type { Language } from '../../../words/language.js';
import { listProjects } from '../projects.js';
import { type Lesson, readLessons, stemsOf } from './lessons.js';
import { projectsNamed, projectsNamedIn, properNames, type ShortName } from './names.js';
import { ROUTING } from './parameters.js';
import type { InputOrigin, Route } from './route.js';

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

/** Everything that speaks for a project. */
interface Grounds extends FolderScore {
  isNamed: boolean;
  /** What single words say for it: names that it alone holds (a person, a client), and all others. */
  fromNames: number;
  fromWords: number;
  /** An earlier answer about a text much like this one. */
  lesson: Lesson | null;
  isFromFolder: boolean;
}

const MOST_WORDS = 3;

/** Why a text may belong to a project, in words: what names it, words that stand only there, words that mostly do. */
function reasonsFor(
  { perTerm, isNamed, lesson, isFromFolder }: Grounds,
  terms: readonly SpreadTerm[],
  language: Language,
): string[] {
  const say = SAY[language];
  const telling = perTerm
    .map((value, index) => ({ value, term: terms[index]! }))
    .filter(({ value, term }) => value > 0 && !/^\d{1,2}$/.test(term.label))
    .sort((a, b) => b.value - a.value);
  // All chunks that hold the word add up to those of one folder: no other has it.
  const isOnlyThere = ({ chunks, elsewhere, inFolders }: SpreadTerm) =>
    Math.max(elsewhere, ...inFolders) === chunks;
  const labels = (only: boolean) =>
    telling
      .filter(({ term }) => isOnlyThere(term) === only)
      .slice(0, MOST_WORDS)
      .map(({ term }) => say.quote(term.label));
  const [only, mostly] = [labels(true), labels(false)];
  return [
    ...(isNamed ? [say.named] : []),
    ...(lesson === null ? [] : [say.lesson(lesson.day)]),
    ...(isFromFolder ? [say.folder] : []),
    ...(only.length > 0 ? [say.only(join(only, say.and), only.length > 1)] : []),
    ...(mostly.length > 0 ? [say.mostly(join(mostly, say.and), mostly.length > 1)] : []),
  ];
}

function join(labels: readonly string[], and: string): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} ${and} ${labels.at(-1)}`;
}

const SAY = {
  en: {
    and: 'and',
    quote: (word: string) => `'${word}'`,
    named: 'named in the text',
    lesson: (day: string) => `you put a similar note there on ${day}`,
    folder: 'it comes from a folder that belongs there',
    only: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} only there`,
    mostly: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} mostly there`,
  },
  fr: {
    and: 'et',
    quote: (word: string) => `« ${word} »`,
    named: 'nommé dans le texte',
    lesson: (day: string) => `vous y avez mis une note semblable le ${day}`,
    folder: "la note vient d'un dossier qui lui correspond",
    only: (words: string, several: boolean) => `${words} n'${several ? 'apparaissent' : 'apparaît'} que là`,
    mostly: (words: string, several: boolean) =>
      `${words} ${several ? 'apparaissent' : 'apparaît'} surtout là`,
  },
} as const;

/** What speaks for a project beside the words of its files. */
interface Hints {
  /** What to add to the score of a project, or of none (null). */
  scoreOf(project: string | null): number;
  /** The newest lesson about a text much like this one that belongs there. */
  similarTo(project: string | null): Lesson | null;
  /** True where the folder of the sender speaks for it, by its name or by earlier answers. */
  isFromFolder(project: string | null): boolean;
}

/** What earlier answers and the sender's folder say about a text. */
export function hintsFor(
  text: string,
  lessons: readonly Lesson[],
  projects: readonly string[],
  origin: InputOrigin | null | undefined,
): Hints {
  const similar = similarLessons(text, lessons);
  const fromHere = lessons.filter((lesson) => isSameOrigin(lesson, origin));
  const named = origin?.folder == null ? [] : projectsNamed(origin.folder, projects);

  const corrections = correctionsIn(lessons);

  /** The share of earlier inputs from the same place; a single one says little. */
  const shareOf = (project: string | null) =>
    fromHere.filter((lesson) => lesson.project === project).length / (fromHere.length + 2);
  return {
    scoreOf(project) {
      const likeness = similar.get(project)?.likeness ?? 0;
      const folder = Math.max(named.includes(project ?? '') ? 1 : 0, shareOf(project));
      return ROUTING.lesson * likeness ** 2 + ROUTING.folder * folder + (corrections.get(project) ?? 0);
    },
    similarTo: (project) => similar.get(project)?.lesson ?? null,
    isFromFolder: (project) => named.includes(project ?? '') || shareOf(project) >= 0.5,
  };
}

/** A project that wrong inputs were moved out of is a little less likely from then on, and one they went to more. */
function correctionsIn(lessons: readonly Lesson[]): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  const add = (project: string | null, amount: number) => {
    const sum = (sums.get(project) ?? 0) + amount;
    sums.set(project, Math.max(-ROUTING.mostCorrection, Math.min(ROUTING.mostCorrection, sum)));
  };
  for (const { project, from } of lessons) {
    if (from === null || from === project) continue;
    add(project, ROUTING.correction);
    add(from, -ROUTING.correction);
  }
  return sums;
}

/** Of each project, the lesson whose text shares the most words with this one; later ones win. */
function similarLessons(text: string, lessons: readonly Lesson[]) {
  const stems = new Set(stemsOf(text));
  const similar = new Map<string | null, { likeness: number; lesson: Lesson }>();
  const contradicted = new Set<string>();
  for (const lesson of lessons.toReversed()) {
    const shared = lesson.words.filter((word) => stems.has(word)).length;
    const likeness = shared === 0 ? 0 : shared / Math.sqrt(stems.size * lesson.words.length);
    if (likeness < ROUTING.similar) continue;
    // The same text was said to belong elsewhere later on.
    const words = lesson.words.join(' ');
    if (contradicted.has(words)) continue;
    contradicted.add(words);
    if (likeness > (similar.get(lesson.project)?.likeness ?? 0))
      similar.set(lesson.project, { likeness, lesson });
  }
  return similar;
}

/** The folder where it is known, else the program. */
function isSameOrigin({ folder, client }: Lesson, origin: InputOrigin | null | undefined): boolean {
  if (origin == null) return false;
  if (origin.folder !== null) return folder === origin.folder;
  return origin.client !== null && folder === null && client === origin.client;
}

/** What speaks for a folder. */
interface FolderScore {
  /** Null for everything that lies in no project. */
  project: string | null;
  /** The logarithm of its odds, up to a number that all folders share. */
  score: number;
  /** What each term of the text says for it: above 0 for, below 0 against. */
  perTerm: number[];
  /** How much better each term fits than it does the next best folder; 0 where it does not. */
  evidence: number[];
}

/**
 * Naive Bayes over the words of the text, each by how much it tells, and the meaning of the text as a whole. A folder's own words are counted in its chunks; how much of a text in it is
 * new words comes from its newest chunks, so that a folder of many subjects expects strange words and a narrow one
 * does not. A folder that was busy lately is more likely.
 */
export function scoreFolders(spread: Spread, today: string): FolderScore[] {
  const { terms, elsewhere } = spread;
  const folders = spread.folders.map((folder, index) => ({
    folder,
    project: folder.name as string | null,
    counts: terms.map(({ inFolders }) => inFolders[index]!),
  }));
  if (elsewhere.chunks > 0)
    folders.push({ folder: elsewhere, project: null, counts: terms.map((term) => term.elsewhere) });
  const density = densityOf(folders.map(({ folder }) => folder));
  const all = Math.max(1, spread.words * density);
  const told = Math.max(
    1,
    terms.reduce((sum, { weight }) => sum + weight, 0),
  );
  const meaning = ROUTING.meaning / Math.cbrt(told);
  const background = terms.map(({ chunks }) => (chunks + UNSEEN) / (all * (1 + UNSEEN / 4)));
  const scored = folders.map(({ folder, project, counts }) => {
    const { size, novelty } = vocabularyOf(folder, density);
    const perTerm = counts.map((count, index) => {
      const own = Math.max(count - ROUTING.discount, 0) / size;
      return terms[index]!.weight * Math.log(own / background[index]! + novelty);
    });
    const sum = perTerm.reduce((total, value) => total + value, 0);
    const score =
      (ROUTING.words * sum) / Math.sqrt(told) +
      meaning * folder.cosine +
      ROUTING.activity * Math.log(activityOf(folder, today));
    return { project, score, perTerm, counts };
  });
  const weights = terms.map(({ weight }) => weight);
  return scored.map((own) => ({ ...own, evidence: evidenceFor(own, scored, weights) }));
}

type Scored = Omit<FolderScore, 'evidence'> & { counts: number[] };

function evidenceFor(own: Scored, all: readonly Scored[], weights: readonly number[]): number[] {
  const others = all.filter((folder) => folder !== own);
  return own.perTerm.map((value, term) => {
    if (own.counts[term] === 0) return 0;
    const next = Math.max(weights[term]! * NOTHING_SAID, ...others.map(({ perTerm }) => perTerm[term]!));
    return Math.max(0, value - next);
  });
}

/** What a word says for a folder that may or may not use it. */
const NOTHING_SAID = Math.log(0.5);

/** Half a chunk for each word, so that no word is impossible. */
const UNSEEN = 0.5;
/** What an old chunk still counts: a project that slept for years may wake up. */
const LEAST_ACTIVITY = 0.1;
const MOST_NOVELTY = 0.95;

/** Distinct terms of a chunk per word of text. */
function densityOf(folders: readonly SpreadFolder[]): number {
  const words = folders.reduce((sum, { sample }) => sum + sample.words, 0);
  const terms = folders.reduce((sum, { sample }) => sum + sample.terms, 0);
  return words === 0 ? 1 : terms / words;
}

/** How many terms a folder holds, and which share of a new text in it would be new terms. */
function vocabularyOf({ words, sample }: SpreadFolder, density: number): { size: number; novelty: number } {
  const size = Math.max(1, words * (sample.words === 0 ? density : sample.terms / sample.words));
  const distinct = sample.distinct * Math.max(1, size / Math.max(1, sample.terms)) ** ROUTING.growth;
  return { size, novelty: Math.min(MOST_NOVELTY, (ROUTING.discount * Math.max(1, distinct)) / size) };
}

function activityOf({ days }: SpreadFolder, today: string): number {
  let sum = LEAST_ACTIVITY;
  for (const [day, chunks] of days) {
    const age = Math.max(0, (Date.parse(today) - Date.parse(day)) / 86_400_000);
    const recent = Number.isFinite(age) ? 0.5 ** (age / ROUTING.halfLife) : 0;
    sum += chunks * Math.max(LEAST_ACTIVITY, recent);
  }
  return sum;
}
