import { lengthNorm, type WordList } from '../index/word-list.js';
import type { Query } from '../query/parse-query.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../text/stop-words.js';
import { wordFor } from '../text/words.js';
import { BM25, FEEDBACK } from './parameters.js';
import { byScore, calibrate, type Ranked, ratioOf, withStage } from './ranked.js';

/**
 * What the best chunks have in common beside the words of the question is probably what it is about: the other chunks
 * gain by holding it too. Returns the same chunks in a new order; the first few stay where they are.
 */
export function applyFeedback(
  query: Query,
  ranked: readonly Ranked[],
  lists: ReadonlyMap<number, WordList>,
  averageLength: number,
): Ranked[] {
  const { teachers, fixed, weight } = FEEDBACK;
  const best = ranked.slice(0, teachers).filter(({ id }) => lists.has(id));
  if (ranked.length <= teachers || best.length === 0) return [...ranked];
  const themes = themesOf(query, best, lists);
  if (themes.size === 0) return [...ranked];
  const gains = ranked.map(({ id }) => gainOf(lists.get(id), themes, averageLength));
  const mostGain = Math.max(...gains) || 1;
  const lead = ratioOf(ranked[0]!.score);
  const gained = ranked.map((item, index) => {
    const gain = (weight * lead * gains[index]!) / mostGain;
    return gain === 0 ? item : withStage(item, calibrate(ratioOf(item.score) + gain), 'feedback', gain);
  });
  const others = gained.slice(fixed).sort(byScore);
  // What the best teach speaks for themselves more than for any other: they stay, and never score below what follows.
  const first = gained.slice(0, fixed);
  for (let i = first.length - 1; i >= 0; i--) {
    const next = first[i + 1] ?? others[0]!;
    if (first[i]!.score < next.score) first[i] = { ...first[i]!, score: next.score + TRACE };
  }
  return [...first, ...others];
}

const TRACE = 1e-9;

/** Stems that the best chunks hold and the rest of the candidates seldom do, with what they are worth. */
function themesOf(
  query: Query,
  best: readonly Ranked[],
  lists: ReadonlyMap<number, WordList>,
): Map<number, number> {
  const known = new Set(query.terms.flatMap(({ keys }) => keys.map(({ hash }) => hash)));
  const worth = new Map<number, number>();
  const top = ratioOf(best[0]!.score) || 1;
  const trust = best.map(({ score }) => Math.exp((FEEDBACK.focus * ratioOf(score)) / top));
  const allTrust = trust.reduce((sum, value) => sum + value, 0);
  best.forEach(({ id }, index) => {
    for (const [stem, count] of countsOf(lists.get(id)!)) {
      if (known.has(stem) || isStopStem(stem)) continue;
      const share = ((trust[index]! / allTrust) * count) / (count + 1);
      worth.set(stem, (worth.get(stem) ?? 0) + share);
    }
  });
  const spread = new Map<number, number>();
  for (const list of lists.values()) {
    for (const stem of new Set(list.stems))
      if (worth.has(stem)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const rarity = (stem: number) => Math.log(1 + lists.size / (1 + (spread.get(stem) ?? 0)));
  return new Map(
    [...worth]
      .filter(([stem]) => (spread.get(stem) ?? 0) > 1)
      .map(([stem, value]) => [stem, value * rarity(stem)] as const)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, FEEDBACK.themes),
  );
}

function gainOf(
  list: WordList | undefined,
  themes: ReadonlyMap<number, number>,
  averageLength: number,
): number {
  if (list === undefined) return 0;
  const saturation = BM25.k1 * lengthNorm(list.bodies, averageLength);
  let gain = 0;
  for (const [stem, count] of countsOf(list)) {
    const worth = themes.get(stem);
    if (worth !== undefined) gain += (worth * count) / (count + saturation);
  }
  return gain;
}

function countsOf({ stems, heads, bodies }: WordList): Map<number, number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < heads + bodies; i++) counts.set(stems[i]!, (counts.get(stems[i]!) ?? 0) + 1);
  return counts;
}

let stopStems: Set<number> | null = null;

function isStopStem(stem: number): boolean {
  stopStems ??= new Set(
    [...FRENCH_STOP_WORDS, ...ENGLISH_STOP_WORDS].flatMap((word) => {
      const { fr, en } = wordFor(word);
      return [fr.hash, en.hash];
    }),
  );
  return stopStems.has(stem);
}
