import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SearchEngine, SearchMode } from '../src/search/engine.js';
import { createLocalEngine, type LocalEngineDeps } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import type { GeneratedVault } from './generate-vault.js';
import { type BenchRow, milliseconds, ratioOf } from './table.js';

/** Search beside `rg -i` on the same words, the same files, in the same run. */
export async function benchSearch(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    return await run(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function run(root: string): Promise<BenchRow[]> {
  console.log('search: generating vaults …');
  const main = await prepare(root, 'main', 1_000);
  const { engine, vault, folder } = main;
  console.log(
    `  ${vault.files} files, ${main.chunks} chunks; full index with vectors ${seconds(main.indexTime)} s,` +
      ` longest block ${ms(main.longestBlock)} (wanted: under 200)`,
  );

  const long = await timeQueries(engine, vault.long, 'fast');
  const short = await timeQueries(engine, vault.short, 'fast');
  const fastMemory = memory();
  const deep = await timeQueries(engine, vault.long, 'deep');
  const deepMemory = memory();
  const [longPeer, shortPeer] = [ripgrep(folder, vault.long), ripgrep(folder, vault.short)];
  printQueries('eight-word question', long, longPeer, 10);
  printQueries('two-word question', short, shortPeer, 30);
  console.log(
    `  deep, eight words: p50 ${ms(deep.p50)}, p95 ${ms(deep.p95)}: ${ratio(deep.p50, long.p50)} of fast (wanted: at most 5)`,
  );
  console.log(
    `  memory, indexing included: ${fastMemory} (wanted: under 200); after deep searches ${deepMemory}`,
  );
  const words = await timeWords(main, root);
  console.log(
    `  full index without vectors: ${seconds(words.time)} s (wanted: under 10), ${seconds(words.cpu)} s of processor time`,
  );

  const small = await prepare(root, 'small', 100);
  const tenth = await prepare(root, 'tenth', 170);
  const large = await prepare(root, 'large', 1_700);
  const changeSmall = await timeChanges(small);
  const changeMain = await timeChanges(main);
  console.log(
    `  one changed file: ${ms(changeMain)} at ${vault.files} files, ${ms(changeSmall)} at ${small.vault.files}` +
      ` (${ratio(changeMain, changeSmall)}); 1/${Math.round(words.time / changeMain)} of a full index (wanted: at most 1/500)`,
  );
  const few = await timeQueries(tenth.engine, tenth.vault.long, 'fast');
  const many = await timeQueries(large.engine, large.vault.long, 'fast');
  console.log(
    `  eight-word question: ${ms(few.p50)} at ${tenth.chunks} chunks, ${ms(many.p50)} at ${large.chunks}:` +
      ` ${ratio(many.p50, few.p50)} (wanted: at most 3)`,
  );
  for (const { engine: open } of [small, tenth, main, large]) open.close();
  const size = `${vault.files.toLocaleString('en')} files, ${main.chunks.toLocaleString('en')} chunks`;
  return [
    queryRow(`search, eight words; ${size}`, long, longPeer, 10),
    queryRow('search, two words', short, shortPeer, 30),
    {
      figure: 'deep search, eight words',
      value: `${milliseconds(deep.p50)} (p95 ${milliseconds(deep.p95)})`,
      peer: `fast, ${milliseconds(long.p50)}`,
      ratio: ratioOf(deep.p50, long.p50),
      wanted: 'at most 5×',
    },
    {
      figure: 'full index',
      value: milliseconds(words.time),
      peer: `with vectors, ${milliseconds(main.indexTime)}`,
      ratio: ratioOf(words.time, main.indexTime),
      wanted: 'under 10 s',
    },
    {
      figure: 'one changed file',
      value: milliseconds(changeMain),
      peer: `full index, ${milliseconds(words.time)}`,
      ratio: ratioOf(changeMain, words.time),
      wanted: 'at most 1/500',
    },
    {
      figure: `one changed file among ${vault.files.toLocaleString('en')}`,
      value: milliseconds(changeMain),
      peer: `among ${small.vault.files.toLocaleString('en')}, ${milliseconds(changeSmall)}`,
      ratio: ratioOf(changeMain, changeSmall),
      wanted: 'the same',
    },
    {
      figure: `search, eight words; ${large.chunks.toLocaleString('en')} chunks`,
      value: milliseconds(many.p50),
      peer: `${tenth.chunks.toLocaleString('en')} chunks, ${milliseconds(few.p50)}`,
      ratio: ratioOf(many.p50, few.p50),
      wanted: 'at most 3×',
    },
    { figure: 'memory of fast search', value: fastMemory, peer: '', ratio: '', wanted: 'under 200 MB' },
  ];
}

function queryRow(figure: string, { p50, p95 }: Times, rg: number | null, wanted: number): BenchRow {
  return {
    figure,
    value: `${milliseconds(p50)} (p95 ${milliseconds(p95)})`,
    peer: rg === null ? '' : `\`rg -i\`, ${milliseconds(rg)}`,
    ratio: rg === null ? '' : ratioOf(p50, rg),
    wanted: `at most 1/${wanted}`,
  };
}

interface Prepared {
  folder: string;
  vault: GeneratedVault;
  engine: SearchEngine;
  chunks: number;
  /** With vectors, as it is by default. */
  indexTime: number;
  /** The longest that anything else had to wait meanwhile. */
  longestBlock: number;
}

async function prepare(root: string, name: string, projects: number): Promise<Prepared> {
  const folder = join(root, name);
  const vault = generateElsewhere(folder, projects);
  const engine = open(folder, join(root, `${name}-cache`));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [indexTime, { chunks }] = await timed(() => engine.refresh());
  delay.disable();
  return { folder, vault, engine, chunks, indexTime, longestBlock: delay.max / 1e6 };
}

function open(folder: string, cache: string, deps: Partial<LocalEngineDeps> = {}): SearchEngine {
  return createLocalEngine({
    files: createFileSource(createVault({ root: folder, clock: systemClock })),
    indexFile: join(cache, 'index.sqlite'),
    clock: systemClock,
    refresh: 'once',
    ...deps,
  });
}

/** The index without vectors; `cpu` is what the machine spent on it, the figure to compare where others work on it too. */
async function timeWords({ folder }: Prepared, root: string): Promise<{ time: number; cpu: number }> {
  const engine = open(folder, join(root, 'words-cache'), { embedder: null });
  const before = process.cpuUsage();
  const [time] = await timed(() => engine.refresh());
  const { user, system } = process.cpuUsage(before);
  engine.close();
  return { time, cpu: (user + system) / 1000 };
}

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

/** In a process of its own, so that the memory that is measured here is that of search. */
function generateElsewhere(folder: string, projects: number): GeneratedVault {
  const module = new URL('./generate-vault.js', import.meta.url).href;
  const code = `import { generateVault } from ${JSON.stringify(module)};
    console.log(JSON.stringify(generateVault(${JSON.stringify(folder)}, ${projects})));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout.toString());
}

interface Times {
  p50: number;
  p95: number;
  /** Processor time per question. */
  cpu: number;
}

async function timeQueries(
  engine: SearchEngine,
  queries: readonly string[],
  mode: SearchMode,
): Promise<Times> {
  const times: number[] = [];
  // The first half warms up, as a service is warm; the other half is asked for the first time.
  const half = queries.length >> 1;
  for (const query of queries.slice(0, half)) await engine.search({ queries: [query], mode });
  const measured = queries.slice(half);
  const cpu = process.cpuUsage();
  for (const query of measured) {
    const started = performance.now();
    await engine.search({ queries: [query], mode });
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  return {
    p50: times[times.length >> 1]!,
    p95: times[Math.floor(times.length * 0.95)]!,
    cpu: (user + system) / 1000 / measured.length,
  };
}

/** The median of a few runs, until its answer has been read as ours is; null where there is no ripgrep. */
function ripgrep(folder: string, queries: readonly string[]): number | null {
  const times: number[] = [];
  for (const query of queries.slice(0, 15)) {
    const words = query.split(' ').flatMap((word) => ['-e', word]);
    const started = performance.now();
    const { error } = spawnSync('rg', ['-i', '-F', ...words, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 30,
    });
    if (error) return null;
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

async function timeChanges({ folder, engine }: Prepared): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 25; round++) {
    const [project] = (
      await engine.search({
        queries: ['status en-cours'],
        limit: 1,
        scopes: [`projects/p-00${String(round).padStart(2, '0')}*/`],
      })
    ).results;
    const path = project!.path.replace(/^vault\//, '').replace(/[^/]+$/, 'state.md');
    appendFileSync(join(folder, path), `\nround ${round} changes this file\n`);
    const started = performance.now();
    await engine.update(path);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

function printQueries(label: string, { p50, p95, cpu }: Times, rg: number | null, wanted: number): void {
  const peer =
    rg === null
      ? 'ripgrep (rg) is not installed: no comparison'
      : `1/${(rg / p50).toFixed(0)} of rg -i (wanted: at most 1/${wanted}), which takes ${ms(rg)}`;
  console.log(
    `  ${label}: ${peer}; p50 ${ms(p50)}, p95 ${ms(p95)} (wanted: under 15), processor ${ms(cpu)}: ` +
      `${Math.round(1000 / cpu)} a second`,
  );
}

function memory(): string {
  return `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

function seconds(value: number): string {
  return (value / 1000).toFixed(1);
}

function ratio(a: number, b: number): string {
  return `${(a / b).toFixed(1)} times`;
}
