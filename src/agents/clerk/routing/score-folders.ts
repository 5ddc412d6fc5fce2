import type { Spread, SpreadFolder } from '../../../search/engine.js';
import { ROUTING } from './parameters.js';

/** What speaks for a folder. */
export interface FolderScore {
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
