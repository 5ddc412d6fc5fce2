import { join } from 'node:path';
import type { SearchEngine, SearchMode } from '../src/search/engine.js';
import { type Figures, measure } from './metrics.js';
import { type How, openEngine } from './open-engine.js';
import { type EvaluationSet, halfOf, inHalf, readSet, writeVault } from './sets.js';

/** One file a document: which documents are found, and at which place. */
export async function evaluateFlat(folder: string, name: string, root: string, how: How): Promise<void> {
  const set = readSet(folder);
  set.questions = inHalf(set.questions, how.half);
  const idOf = writeVault(set, join(root, 'vault'));
  const { engine } = openEngine(root, how);
  try {
    const { files, chunks } = await engine.refresh();
    console.log(`\n${name}: ${files} files, ${chunks} chunks, ${set.questions.length} questions`);
    for (const mode of how.modes) {
      if (mode === 'deep' && how.noModel) console.log('without a model:');
      await evaluateMode(engine, set, idOf, mode);
    }
  } finally {
    engine.close();
  }
}

async function evaluateMode(
  engine: SearchEngine,
  set: EvaluationSet,
  idOf: ReadonlyMap<string, string>,
  mode: SearchMode,
): Promise<void> {
  const rows: { id: string; gold: string[]; found: string[]; category: string | null }[] = [];
  const times: number[] = [];
  for (const { id, text, gold, category } of set.questions) {
    const started = performance.now();
    const { results } = await engine.search({ queries: [text], mode, limit: 30 });
    times.push(performance.now() - started);
    rows.push({ id, gold, category, found: [...new Set(results.map(({ path }) => idOf.get(path)!))] });
  }
  print(mode, measure(rows));
  for (const half of [0, 1]) print(`  half ${half}`, measure(rows.filter(({ id }) => halfOf(id) === half)));
  const categories = new Set(rows.flatMap(({ category }) => category ?? []));
  for (const category of categories) {
    print(`  ${category}`, measure(rows.filter((row) => row.category === category)));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  console.log(`  time per question: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function print(label: string, { recall5, recall10, mrr10, questions }: Figures): void {
  if (questions === 0) return;
  const figures = `R@5 ${recall5.toFixed(3)}  R@10 ${recall10.toFixed(3)}  MRR@10 ${mrr10.toFixed(3)}`;
  console.log(`${label.padEnd(18)} ${figures}  (${questions})`);
}
