import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SearchEngine, SearchMode } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';

const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 300);

/**
 * Search beside that of 0.1.0, a built checkout of which is the folder given: the same files and questions, in turns, in
 * one process.
 */
export async function benchAgainst([folder]: string[]): Promise<BenchRow[]> {
  if (folder === undefined || !existsSync(join(folder, MODULES.engine)))
    throw new Error(
      'against: name a built checkout of 0.1.0:\n' +
        '  git clone . ../rappel-0.1.0 && cd ../rappel-0.1.0 && git checkout 3c3f57a && npm ci\n' +
        '  npm run bench -- against ../rappel-0.1.0',
    );
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    return await compare(root, folder);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function compare(root: string, folder: string): Promise<BenchRow[]> {
  const files = join(root, 'vault');
  const vault = generateVault(files, PROJECTS);
  console.log(`against: ${vault.files} files`);
  const peer = await modulesOf(folder);
  const indexes = { own: join(root, 'own', 'index.sqlite'), peer: join(root, 'peer', 'index.sqlite') };
  const open = (indexFile: string, { create, source, make, clock }: Modules) =>
    create({ files: source(make({ root: files, clock })), indexFile, clock, refresh: 'once' });
  const engines = { own: open(indexes.own, OWN), peer: open(indexes.peer, peer) };
  const rows: BenchRow[] = [];
  const index = {
    own: await processorTime(() => engines.own.refresh()),
    peer: await processorTime(() => engines.peer.refresh()),
  };
  rows.push(rowOf('full index, processor time', index, milliseconds));
  for (const mode of ['fast', 'deep'] as const) {
    for (const [words, questions] of [
      ['eight', vault.long],
      ['two', vault.short],
    ] as const)
      rows.push(
        rowOf(`${mode} search, ${words} words`, await inTurns(engines, questions, mode), milliseconds),
      );
  }
  engines.own.close();
  engines.peer.close();
  const sizes = { own: statSync(indexes.own).size, peer: statSync(indexes.peer).size };
  rows.push(rowOf('size of the index', sizes, (bytes) => `${(bytes / 1e6).toFixed(1)} MB`));
  return rows;
}

interface Both<Value> {
  own: Value;
  peer: Value;
}

/** Medians of the second half of the questions; the first half warms up, as a service is warm. */
async function inTurns(
  engines: Both<SearchEngine>,
  questions: readonly string[],
  mode: SearchMode,
): Promise<Both<number>> {
  const times: Both<number[]> = { own: [], peer: [] };
  for (const [at, question] of questions.entries()) {
    const order = at % 2 === 0 ? (['own', 'peer'] as const) : (['peer', 'own'] as const);
    for (const who of order) {
      const time = await timed(() => engines[who].search({ queries: [question], mode }));
      if (at >= questions.length / 2) times[who].push(time);
    }
  }
  return { own: median(times.own), peer: median(times.peer) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Of the processor, of all threads: what else runs on the machine matters less. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function rowOf(figure: string, { own, peer }: Both<number>, show: (value: number) => string): BenchRow {
  return {
    figure: `${figure}, beside 0.1.0`,
    value: show(own),
    peer: `0.1.0, ${show(peer)}`,
    ratio: ratioOf(own, peer),
    wanted: 'at most 1.2×',
  };
}

/** What opens an engine, of this version or of the other. */
interface Modules {
  create: typeof createLocalEngine;
  source: typeof createFileSource;
  make: typeof createVault;
  clock: typeof systemClock;
}

const OWN: Modules = {
  create: createLocalEngine,
  source: createFileSource,
  make: createVault,
  clock: systemClock,
};

/** Where 0.1.0 keeps them. */
const MODULES = {
  engine: 'dist/search/local-engine.js',
  files: 'dist/search/files.js',
  vault: 'dist/vault/vault.js',
  clock: 'dist/shared/clock.js',
};

async function modulesOf(folder: string): Promise<Modules> {
  const load = (name: keyof typeof MODULES) => import(pathToFileURL(resolve(folder, MODULES[name])).href);
  return {
    create: (await load('engine')).createLocalEngine,
    source: (await load('files')).createFileSource,
    make: (await load('vault')).createVault,
    clock: (await load('clock')).systemClock,
  };
}
