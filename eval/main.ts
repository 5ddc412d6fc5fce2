import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { SearchEngine, SearchMode } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { type Figures, measure } from './metrics.js';
import { type EvaluationSet, readSet, writeVault } from './sets.js';

/** `npm run eval -- FOLDER... [--mode fast|deep] [--half 0|1] [--no-model]` */
export async function main(args: string[]): Promise<void> {
  const { folders, half, ...how } = parse(args);
  for (const folder of folders) {
    const set = readSet(folder);
    if (half !== null) set.questions = set.questions.filter((_, index) => index % 2 === half);
    const root = mkdtempSync(join(tmpdir(), 'rappel-eval-'));
    try {
      await evaluate(basename(folder), set, root, how);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

interface How {
  modes: SearchMode[];
  /** Deep search with what needs no model alone. */
  noModel: boolean;
}

async function evaluate(name: string, set: EvaluationSet, root: string, how: How): Promise<void> {
  const vaultRoot = join(root, 'vault');
  const idOf = writeVault(set, vaultRoot);
  const vault = createVault({ root: vaultRoot, clock: systemClock });
  const engine = createLocalEngine({
    files: createFileSource(vault),
    indexFile: join(root, 'cache', 'index.sqlite'),
    clock: systemClock,
    // Nobody changes the files meanwhile: the time of a question is that of a running service.
    refresh: 'once',
    ...(how.noModel && { embedder: null }),
  });
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
  const rows: { gold: string[]; found: string[]; category: string | null }[] = [];
  const times: number[] = [];
  for (const { text, gold, category } of set.questions) {
    const started = performance.now();
    const { results } = await engine.search({ queries: [text], mode, limit: 30 });
    times.push(performance.now() - started);
    rows.push({ gold, category, found: [...new Set(results.map(({ path }) => idOf.get(path)!))] });
  }
  print(mode, measure(rows));
  const categories = [...new Set(rows.map(({ category }) => category))].filter(
    (category) => category !== null,
  );
  for (const category of categories) {
    print(`  ${category}`, measure(rows.filter((row) => row.category === category)));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  console.log(`  time per question: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}

function print(label: string, { recall5, recall10, mrr10, questions }: Figures): void {
  const figures = `R@5 ${recall5.toFixed(3)}  R@10 ${recall10.toFixed(3)}  MRR@10 ${mrr10.toFixed(3)}`;
  console.log(`${label.padEnd(18)} ${figures}  (${questions})`);
}

function parse(args: string[]): How & { folders: string[]; half: number | null } {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const mode = option('--mode');
  const half = option('--half');
  const values = new Set([mode, half]);
  const folders = args.filter((word) => !word.startsWith('--') && !values.has(word));
  const missing = folders.find((folder) => !existsSync(join(folder, 'queries.jsonl')));
  if (folders.length === 0 || missing !== undefined) {
    if (missing !== undefined) console.error(`There is no queries.jsonl in ${missing}.`);
    console.error('Usage: npm run eval -- FOLDER... [--mode fast|deep] [--half 0|1] [--no-model]');
    console.error('Each FOLDER holds corpus.jsonl and queries.jsonl; see eval/README.md.');
    process.exit(2);
  }
  return {
    folders,
    modes: mode === 'fast' || mode === 'deep' ? [mode] : ['fast', 'deep'],
    half: half ? Number(half) : null,
    noModel: args.includes('--no-model'),
  };
}
