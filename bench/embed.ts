import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { embedPassage } from '../src/search/index/stored-vector.js';
import { createStaticEmbedder } from '../src/search/models/static/static-embedder.js';
import type { StaticModel } from '../src/search/models/static/static-model.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { generateVault } from './generate-vault.js';
import { benchNearest } from './nearest.js';
import { type BenchRow, milliseconds } from './table.js';

/** The embedded model: what it costs to load, to make a chunk's vector, to have vectors at all, and to search them. */
export async function benchEmbed(): Promise<BenchRow[]> {
  console.log('embed: loading the model, making vectors …');
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const model = await createStaticEmbedder().model();
  model.words.encode('the first question needs no more than this');
  const loading = performance.now() - started;
  const memory = (process.memoryUsage().rss - before) / 2 ** 20;
  const prose = chunksASecond(model, ofWords(readProse(), 100));
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    const { without, along, chunks } = await costOfVectors(root);
    return [
      row('embedded model: loading', milliseconds(loading), 'at most 100 ms'),
      row('embedded model: memory', `${memory.toFixed(0)} MB`, 'at most 30 MB'),
      row('chunks of 100 words made vectors', `${Math.round(prose)} a second`, 'at least 5000'),
      {
        figure: `index of ${chunks} chunks with their vectors`,
        value: milliseconds(along.time),
        peer: `without, ${milliseconds(without.time)}`,
        ratio: `${more(along.time / without.time)}, processor ${more(along.cpu / without.cpu)}`,
        wanted: 'at most 30 % more',
      },
      ...benchNearest(),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function row(figure: string, value: string, wanted: string): BenchRow {
  return { figure, value, peer: '', ratio: '', wanted };
}

/** The project's own pages: prose as people write it. */
function readProse(): string {
  const pages = readdirSync('docs', { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'));
  return pages.map((name) => readFileSync(join('docs', name), 'utf8')).join('\n');
}

function ofWords(text: string, count: number): string[] {
  const ends = [...text.matchAll(/\S+/g)].map((match) => match.index + match[0].length);
  const chunks: string[] = [];
  for (let at = count; at < ends.length; at += count) chunks.push(text.slice(ends[at - count], ends[at]));
  return chunks;
}

function chunksASecond(model: StaticModel, texts: readonly string[]): number {
  const round = () => {
    for (const text of texts) embedPassage(model, ['A heading'], text);
  };
  for (let made = 0; made < WARM_UP; made += texts.length) round();
  const before = cpu();
  let made = 0;
  for (; made < MEASURED; made += texts.length) round();
  return (1000 * made) / (cpu() - before);
}

const WARM_UP = 2_000;
const MEASURED = 10_000;
const PROJECTS = 170;
const ROUNDS = 8;

/**
 * In turns, each time in another order, and all of one kind added up: machines change their speed from one moment to the
 * next, and both kinds should meet the same ones.
 */
async function costOfVectors(root: string): Promise<{ without: Cost; along: Cost; chunks: number }> {
  const folder = join(root, 'vault');
  generateVault(folder, PROJECTS);
  const without = { time: 0, cpu: 0 };
  const along = { time: 0, cpu: 0 };
  let chunks = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const kinds = [without, along];
    for (const kind of round % 2 === 0 ? kinds : kinds.reverse()) {
      const engine = createLocalEngine({
        files: createFileSource(createVault({ root: folder, clock: systemClock })),
        indexFile: join(root, 'cache', 'index.sqlite'),
        clock: systemClock,
        refresh: 'once',
        ...(kind === without && { embedder: null }),
      });
      try {
        const [started, before] = [performance.now(), cpu()];
        ({ chunks } = await engine.refresh({ rebuild: true }));
        // The first ones are slower: the code is new.
        if (round < 0) continue;
        kind.time += (performance.now() - started) / ROUNDS;
        kind.cpu += (cpu() - before) / ROUNDS;
      } finally {
        engine.close();
      }
    }
  }
  return { without, along, chunks };
}

/** Milliseconds, on the clock and of the processor. */
interface Cost {
  time: number;
  cpu: number;
}

function more(ratio: number): string {
  return `${Math.round(100 * ratio - 100)} % more`;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
