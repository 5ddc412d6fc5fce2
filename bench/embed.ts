import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { meaningOf } from '../src/search/embed/passage-meaning.js';
import { createStaticEmbedder } from '../src/search/embed/static-embedder.js';
import type { StaticModel } from '../src/search/embed/static-model.js';
import { createFileSource } from '../src/search/files.js';
import { createLocalEngine } from '../src/search/local-engine.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { generateVault } from './generate-vault.js';
import { type BenchRow, milliseconds } from './table.js';

/** The embedded model: what it costs to load, to make a chunk's vector, and to have vectors at all. */
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
    const { indexing, vectors, chunks } = await costOfVectors(root);
    return [
      row('embedded model: loading', milliseconds(loading), 'at most 100 ms'),
      row('embedded model: memory', `${memory.toFixed(0)} MB`, 'at most 30 MB'),
      row('chunks of 100 words made vectors', `${Math.round(prose)} a second`, 'at least 5000'),
      {
        figure: `vectors of ${chunks} chunks, made along with the index`,
        value: milliseconds(vectors),
        peer: `indexing the same: ${milliseconds(indexing)}`,
        ratio: `${Math.round((100 * vectors) / indexing)} % more`,
        wanted: 'at most 30 % more',
      },
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
    for (const text of texts) meaningOf(model, ['A heading'], text);
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
const ROUNDS = 4;

/** The least of a few runs, in milliseconds of the processor: what else runs on the machine should not count. */
async function costOfVectors(root: string): Promise<{ indexing: number; vectors: number; chunks: number }> {
  const folder = join(root, 'vault');
  generateVault(folder, PROJECTS);
  const times = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
  let chunks = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const how of ['without', 'with'] as const) {
      const engine = createLocalEngine({
        files: createFileSource(createVault({ root: folder, clock: systemClock })),
        indexFile: join(root, `cache-${how}-${round}`, 'index.sqlite'),
        clock: systemClock,
        refresh: 'once',
        ...(how === 'without' && { embedder: null }),
      });
      try {
        const start = cpu();
        ({ chunks } = await engine.refresh());
        times[how] = Math.min(times[how], cpu() - start);
      } finally {
        engine.close();
      }
    }
  }
  return { indexing: times.without, vectors: times.with - times.without, chunks };
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
