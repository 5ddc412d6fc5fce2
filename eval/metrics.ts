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
