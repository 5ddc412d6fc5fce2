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

/** Lines of a file that an answer shows, or that hold evidence; both ends count. */
export interface ShownLines {
  path: string;
  first: number;
  last: number;
}

export interface AnswerFigures {
  questions: number;
  /** The share of a question's pieces of evidence of which more than half of the lines are shown; the mean of all. */
  evidence: number;
  /** The share of the questions of which every piece is shown. */
  all: number;
  /** The share of the questions whose first passage shows a piece. */
  first: number;
  tokens: number;
}

export function measureAnswers(
  answers: readonly { gold: readonly ShownLines[]; shown: readonly ShownLines[]; tokens: number }[],
): AnswerFigures {
  const sum = { evidence: 0, all: 0, first: 0, tokens: 0 };
  for (const { gold, shown, tokens } of answers) {
    const found = gold.filter((piece) => isShown(piece, shown)).length;
    sum.evidence += found / gold.length;
    if (found === gold.length) sum.all++;
    if (gold.some((piece) => isShown(piece, shown.slice(0, 1)))) sum.first++;
    sum.tokens += tokens;
  }
  const questions = answers.length;
  const mean = (total: number) => (questions === 0 ? 0 : total / questions);
  return {
    questions,
    evidence: mean(sum.evidence),
    all: mean(sum.all),
    first: mean(sum.first),
    tokens: mean(sum.tokens),
  };
}

function isShown(piece: ShownLines, shown: readonly ShownLines[]): boolean {
  let lines = 0;
  for (let line = piece.first; line <= piece.last; line++) {
    if (shown.some(({ path, first, last }) => path === piece.path && first <= line && line <= last)) lines++;
  }
  return 2 * lines > piece.last - piece.first + 1;
}
