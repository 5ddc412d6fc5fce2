import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, measure } from '../eval/metrics.js';
import { readSet, writeVault } from '../eval/sets.js';
import type { SearchEngine } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createQmdEngine } from '../src/search/engines/qmd/qmd-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import type { GeneratedVault } from './generate-vault.js';

/** The program of QMD's process runs from its file; named here so that it is compiled. */
export type ChildProgram = typeof import('../src/search/engines/qmd/child/main.js');

export type EngineName = 'own' | 'qmd';

export interface EngineFigures {
  index: number;
  change: number;
  long: { p50: number; p95: number };
  short: { p50: number; p95: number };
  /** Of the engine's process and those it started, in megabytes. */
  memory: number;
  sets: { name: string; figures: Figures }[];
}

export interface Job {
  engine: EngineName;
  root: string;
  vault: GeneratedVault;
  /** Evaluation sets, by name and folder. */
  sets: { name: string; folder: string }[];
}

/** Measures one engine; in a process of its own, so that nothing of the other is counted. */
async function measureEngine({ engine: name, root, vault, sets }: Job): Promise<EngineFigures> {
  const folder = join(root, 'vault');
  const engine = open(name, folder, join(root, name));
  const started = performance.now();
  await engine.refresh();
  const index = performance.now() - started;
  const long = await timeQueries(engine, vault.long);
  const short = await timeQueries(engine, vault.short);
  const change = await timeChanges(engine, folder);
  const memory = peakMemory();
  engine.close();
  const measured: EngineFigures['sets'] = [];
  for (const set of sets) measured.push({ name: set.name, figures: await evaluate(name, set, root) });
  return { index, change, long, short, memory, sets: measured };
}

function open(name: EngineName, folder: string, cache: string): SearchEngine {
  const indexFile = join(cache, 'vault', 'index.sqlite');
  const shared = {
    files: createFileSource(createVault({ root: folder, clock: systemClock })),
    indexFile,
    clock: systemClock,
    refresh: 'once' as const,
  };
  const own = createLocalEngine(shared);
  if (name === 'own') return own;
  return strict(createQmdEngine({ ...shared, own, env: { ...process.env, XDG_CACHE_HOME: cache } }));
}

/** An answer of the own engine in the place of another would be measured as that one's. */
function strict(engine: SearchEngine): SearchEngine {
  return {
    ...engine,
    async search(request) {
      const answer = await engine.search(request);
      if (answer.stages[0]?.ran !== true) throw new Error(`no answer: ${answer.stages[0]?.reason}`);
      return answer;
    },
  };
}

async function timeQueries(
  engine: SearchEngine,
  queries: readonly string[],
): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (const query of queries.slice(0, 20)) await engine.search({ queries: [query] });
  for (const query of queries) {
    const started = performance.now();
    await engine.search({ queries: [query] });
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1]!, p95: times[Math.floor(times.length * 0.95)]! };
}

async function timeChanges(engine: SearchEngine, folder: string): Promise<number> {
  const times: number[] = [];
  for (const project of readdirSync(join(folder, 'projects')).slice(0, 25)) {
    const path = `projects/${project}/state.md`;
    appendFileSync(join(folder, path), '\none more line in this file\n');
    const started = performance.now();
    await engine.update(path);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

async function evaluate(
  engine: EngineName,
  { name, folder }: Job['sets'][number],
  root: string,
): Promise<Figures> {
  const set = readSet(folder);
  const vault = join(root, `${engine}-${name}`);
  const idOf = writeVault(set, vault);
  const opened = open(engine, vault, `${vault}-cache`);
  await opened.refresh();
  const results: { gold: string[]; found: string[] }[] = [];
  for (const { text, gold } of set.questions) {
    const answer = await opened.search({ queries: [text], limit: 30 });
    results.push({ gold, found: [...new Set(answer.results.map(({ path }) => idOf.get(path)!))] });
  }
  opened.close();
  return measure(results);
}

/** The most that this process and its children held; children are known on Linux alone. */
function peakMemory(): number {
  const own = process.resourceUsage().maxRSS / 1024;
  const { stdout } = spawnSync('sh', ['-c', `cat /proc/${process.pid}/task/*/children`], {
    encoding: 'utf8',
  });
  const children = (stdout ?? '').trim().split(/\s+/).filter(Boolean);
  return children.reduce((sum, pid) => sum + peakOf(pid), own);
}

function peakOf(pid: string): number {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(peak ?? 0) / 1024;
  } catch {
    return 0;
  }
}

if (process.send !== undefined) {
  process.once('message', async (job) => {
    const figures = await measureEngine(job as Job);
    process.send!(figures, () => process.disconnect());
  });
}
