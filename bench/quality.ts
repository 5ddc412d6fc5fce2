import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Figures, measure } from '../eval/metrics.js';
import { type EvaluationSet, readSet, writeVault } from '../eval/sets.js';
import type { SearchMode } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { openDatabase } from '../src/search/index/sqlite.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { type BenchRow, ratioOf } from './table.js';

const METRICS = ['R@5', 'R@10', 'MRR@10'] as const;

/** How much of what answers a question is found, beside SQLite's own full-text search over the same documents. */
export async function benchQuality(folders: string[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const folder of folders) {
    const set = readSet(folder);
    console.log(`quality: ${basename(folder)}, ${set.questions.length} questions …`);
    const peer = fullTextSearch(set);
    for (const [mode, figures] of await ours(set)) {
      for (const metric of METRICS) {
        const [value, theirs] = [figureOf(figures, metric), figureOf(peer, metric)];
        rows.push({
          figure: `${basename(folder)}, ${mode}: ${metric}`,
          value: value.toFixed(3),
          peer: `SQLite FTS5, any word, Porter: ${theirs.toFixed(3)}`,
          ratio: ratioOf(value, theirs),
          wanted: 'more than 1×',
        });
      }
    }
  }
  return rows;
}

async function ours(set: EvaluationSet): Promise<[SearchMode, Figures][]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    const idOf = writeVault(set, join(root, 'vault'));
    const engine = createLocalEngine({
      files: createFileSource(createVault({ root: join(root, 'vault'), clock: systemClock })),
      indexFile: join(root, 'cache', 'index.sqlite'),
      clock: systemClock,
      refresh: 'once',
    });
    await engine.refresh();
    const all: [SearchMode, Figures][] = [];
    for (const mode of ['fast', 'deep'] as const) {
      const results: { gold: string[]; found: string[] }[] = [];
      for (const { text, gold } of set.questions) {
        const answer = await engine.search({ queries: [text], mode, limit: 30 });
        results.push({ gold, found: [...new Set(answer.results.map(({ path }) => idOf.get(path)!))] });
      }
      all.push([mode, measure(results)]);
    }
    engine.close();
    return all;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The whole documents, English stems, a question as any of its words. */
function fullTextSearch({ documents, questions }: EvaluationSet): Figures {
  const database = openDatabase(':memory:');
  database.exec(`CREATE VIRTUAL TABLE documents USING fts5(id UNINDEXED, text, tokenize='porter unicode61')`);
  const insert = database.prepare('INSERT INTO documents (id, text) VALUES (?, ?)');
  for (const { id, title, text } of documents) insert.run(id, `${title}\n${text}`);
  const search = database.prepare(
    'SELECT id FROM documents WHERE documents MATCH ? ORDER BY bm25(documents) LIMIT 10',
  );
  const results = questions.map(({ text, gold }) => {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const query = words.map((word) => `"${word}"`).join(' OR ');
    const found = query === '' ? [] : search.all(query).map((row) => String((row as { id: unknown }).id));
    return { gold, found };
  });
  database.close();
  return measure(results);
}

function figureOf(figures: Figures, metric: (typeof METRICS)[number]): number {
  if (metric === 'R@5') return figures.recall5;
  return metric === 'R@10' ? figures.recall10 : figures.mrr10;
}
