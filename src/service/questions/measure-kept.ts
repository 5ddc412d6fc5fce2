import { passageTokens } from '../../agents/librarian/answer-question.js';
import { choosePassages } from '../../agents/librarian/passages.js';
import type { SearchEngine, SearchMode } from '../../search/engine.js';
import { isShown, type ShownLines, shareShown, shownLinesOf } from '../../vault/shown-lines.js';
import type { Vault } from '../../vault/vault.js';
import { verifyReferences } from '../citations/verify.js';
import type { History } from '../history/history.js';
import { placesOf } from '../receipts/compare-passages.js';
import { programOf } from '../receipts/record-answers.js';
import { questionOf } from './check-kept.js';
import type { KeptQuestion } from './kept-questions.js';

const RANKS = [1, 2, 3, 5, 10] as const;
const BUDGETS = [250, 500, 1_000, 1_500] as const;
const MODES = ['fast', 'deep'] as const satisfies readonly SearchMode[];
/** As many as an answer is chosen from. */
const CANDIDATES = 40;

/** How well search finds the lines of the kept questions. */
export interface Curve {
  questions: number;
  /** Those whose first passage no longer exists: they are not measured. */
  without_lines: number;
  made_by: ReturnType<typeof programOf>;
  modes: Record<SearchMode, ModeCurve>;
}

export interface ModeCurve {
  /** By number of chunks: the share of the questions whose first passage is among so many of the best. */
  within: Record<string, number>;
  /** By length of the answer in tokens: the mean share of a question's lines that it shows. */
  evidence: Record<string, number>;
}

interface MeasureDeps {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  history(): Promise<History>;
  engine(): Promise<SearchEngine>;
}

/** A kept question with the lines of its passages as they are now. */
interface Measured {
  kept: KeptQuestion;
  gold: ShownLines[][];
}

/** Searches for every kept question in both modes. */
export async function measureKept(deps: MeasureDeps, kept: readonly KeptQuestion[]): Promise<Curve> {
  const all: Measured[] = [];
  for (const one of kept) all.push({ kept: one, gold: await goldOf(deps, one) });
  const measured = all.filter(({ gold }) => (gold[0]?.length ?? 0) > 0);
  const engine = await deps.engine();
  const modes = {} as Curve['modes'];
  for (const mode of MODES) modes[mode] = await measureMode(engine, mode, measured);
  return {
    questions: measured.length,
    without_lines: all.length - measured.length,
    made_by: programOf(deps.env),
    modes,
  };
}

async function goldOf({ vault, history }: MeasureDeps, { refs }: KeptQuestion): Promise<ShownLines[][]> {
  const verified = await verifyReferences(vault, history, refs);
  return verified.map((one) => placesOf(one).flatMap(shownLinesOf));
}

async function measureMode(
  engine: SearchEngine,
  mode: SearchMode,
  measured: readonly Measured[],
): Promise<ModeCurve> {
  const within = new Map<number, number>(RANKS.map((rank) => [rank, 0]));
  const evidence = new Map<number, number>(BUDGETS.map((budget) => [budget, 0]));
  for (const { kept, gold } of measured) {
    const { question, scopes, date_from, date_to, asked_on } = questionOf(kept);
    const request = { queries: [question], scopes, date_from, date_to, asked_on, mode };
    const { results } = await engine.search({ ...request, limit: CANDIDATES, context: 0, units: true });
    const chunks = results.map(shownLinesOf);
    for (const rank of RANKS)
      if (isShown(gold[0]!, chunks.slice(0, rank).flat())) add(within, rank, 1 / measured.length);
    for (const budget of BUDGETS) {
      const { passages } = choosePassages(results, question, passageTokens({ max_tokens: budget }));
      const shown = passages.flatMap(({ path, ranges }) => ranges.map((range) => ({ path, ...range })));
      add(evidence, budget, shareShown(gold.flat(), shown) / measured.length);
    }
  }
  return { within: sharesOf(within), evidence: sharesOf(evidence) };
}

function add(sums: Map<number, number>, key: number, value: number): void {
  sums.set(key, sums.get(key)! + value);
}

function sharesOf(sums: ReadonlyMap<number, number>): Record<string, number> {
  return Object.fromEntries([...sums].map(([key, sum]) => [key, Math.round(sum * 1_000) / 1_000]));
}
