import { isShown, type ShownLines } from './shown-lines.js';

export interface Figures {
  questions: number;
  recall5: number;
  recall10: number;
  mrr10: number;
}

/** `found` is the ranked list of documents of each question, each document once. */
export function measure(results: readonly { gold: readonly string[]; found: readonly string[] }[]): Figures {
  const sum = { recall5: 0, recall10: 0, mrr10: 0 };
  for (const { gold, found } of results) {
    const wanted = new Set(gold);
    const hits = (count: number) =>
      new Set(found.slice(0, count).filter((id) => wanted.has(id))).size / wanted.size;
    const first = found.slice(0, 10).findIndex((id) => wanted.has(id));
    sum.recall5 += hits(5);
    sum.recall10 += hits(10);
    sum.mrr10 += first === -1 ? 0 : 1 / (first + 1);
  }
  const questions = results.length;
  const mean = (total: number) => (questions === 0 ? 0 : total / questions);
  return { questions, recall5: mean(sum.recall5), recall10: mean(sum.recall10), mrr10: mean(sum.mrr10) };
}

export interface AnswerFigures {
  questions: number;
  /** The share of a question's pieces of evidence of which more than half of the lines are shown; the mean of all. */
  evidence: number;
  /** The share of the questions of which every piece is shown. */
  all: number;
  /** The share of the questions whose first passage shows a piece. */
  first: number;
  /** The share of the questions whose quoted line is of a piece. */
  line: number;
  tokens: number;
}

/** `shown` holds the ranges of each passage, in order. */
export function measureAnswers(
  answers: readonly {
    gold: readonly ShownLines[];
    shown: readonly ShownLines[][];
    quoted: ShownLines | null;
    tokens: number;
  }[],
): AnswerFigures {
  const sum = { evidence: 0, all: 0, first: 0, line: 0, tokens: 0 };
  for (const { gold, shown, quoted, tokens } of answers) {
    const found = gold.filter((piece) => isShown(piece, shown.flat())).length;
    sum.evidence += found / gold.length;
    if (found === gold.length) sum.all++;
    if (gold.some((piece) => isShown(piece, shown[0] ?? []))) sum.first++;
    if (quoted !== null && gold.some((piece) => isShown(quoted, [piece]))) sum.line++;
    sum.tokens += tokens;
  }
  const questions = answers.length;
  const mean = (total: number) => (questions === 0 ? 0 : total / questions);
  return {
    questions,
    evidence: mean(sum.evidence),
    all: mean(sum.all),
    first: mean(sum.first),
    line: mean(sum.line),
    tokens: mean(sum.tokens),
  };
}

/** What a router said of one input. */
export interface Judged {
  isRight: boolean;
  /** Of its best candidate. */
  probability: number;
  /** True where it files without a question. */
  files: boolean;
}

export interface RouteFigures {
  top1: number;
  /** The share that is filed without a question, and how many of those are right. */
  filed: number;
  precision: number;
  /** The largest share that some threshold would file with at least 95 % right. */
  atBest: number;
  /** How often an input with about that probability is right. */
  bins: { expected: number; right: number; count: number }[];
}

export function measureRoutes(judged: readonly Judged[]): RouteFigures {
  const filed = judged.filter(({ files }) => files);
  const ranked = judged.toSorted((a, b) => b.probability - a.probability);
  let right = 0;
  let atBest = 0;
  for (const [index, { isRight, probability }] of ranked.entries()) {
    if (isRight) right++;
    // Inputs of one probability are filed together or not at all.
    if (ranked[index + 1]?.probability === probability) continue;
    if (right >= 0.95 * (index + 1)) atBest = index + 1;
  }
  return {
    top1: shareOfRight(judged),
    filed: judged.length === 0 ? 0 : filed.length / judged.length,
    precision: shareOfRight(filed),
    atBest: judged.length === 0 ? 0 : atBest / judged.length,
    bins: binsOf(judged),
  };
}

const BIN_EDGES = [0, 0.4, 0.6, 0.75, 0.85, 0.95, Number.POSITIVE_INFINITY];

function binsOf(judged: readonly Judged[]): RouteFigures['bins'] {
  return BIN_EDGES.slice(1).flatMap((to, index) => {
    const bin = judged.filter(({ probability }) => probability >= BIN_EDGES[index]! && probability < to);
    if (bin.length === 0) return [];
    const expected = bin.reduce((sum, { probability }) => sum + probability, 0) / bin.length;
    return [{ expected, right: shareOfRight(bin), count: bin.length }];
  });
}

function shareOfRight(judged: readonly Judged[]): number {
  return judged.length === 0 ? 0 : judged.filter(({ isRight }) => isRight).length / judged.length;
}

/** The chance that one of `higher` is above one of `lower`: 1 tells them apart, 0.5 says nothing. */
export function areaUnderCurve(higher: readonly number[], lower: readonly number[]): number {
  let above = 0;
  for (const a of higher) for (const b of lower) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / (higher.length * lower.length);
}
