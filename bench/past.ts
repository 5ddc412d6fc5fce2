import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { verifyReferences } from '../src/service/citations/verify.js';
import { createGitHistory } from '../src/service/history/git-history.js';
import type { History } from '../src/service/history/history.js';
import { createPasts } from '../src/service/past/pasts.js';
import { localDate, systemClock } from '../src/shared/clock.js';
import { createVault, type Vault } from '../src/vault/vault.js';
import { type GeneratedHistory, generateHistory } from './generate-history.js';
import { generateVault } from './generate-vault.js';
import { measure } from './measure.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';

const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 1_000);
const ENTRIES = Number(process.env.RAPPEL_BENCH_ENTRIES ?? 10_000);
const SIZE = `${(PROJECTS * 10).toLocaleString('en')} files, ${ENTRIES.toLocaleString('en')} entries`;

/** What asks the history, at 10,000 files and 10,000 entries. */
export async function benchPast(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-past-'));
  try {
    const root = join(folder, 'vault');
    const { short } = generateVault(root, PROJECTS);
    const generated = await generateHistory(root, ENTRIES);
    const vault = createVault({ root, clock: systemClock });
    const history = createGitHistory(vault);
    await history.entries();
    return [
      await benchVerify(vault, history, generated),
      ...(await benchAsOf(vault, history, generated, short, join(folder, 'index.sqlite'))),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchVerify(vault: Vault, history: History, { refs }: GeneratedHistory): Promise<BenchRow> {
  const asked = refs.filter((_, index) => index % 2 === 0).slice(0, 20);
  const start = performance.now();
  const results = await verifyReferences(vault, async () => history, asked);
  const verifying = performance.now() - start;
  const scanned = performance.now();
  await history.unrecorded();
  const scanning = performance.now() - scanned;
  console.log(results.map(({ status }) => status).join(', '));
  return {
    figure: `\`verify\` of ${asked.length} references, ${SIZE}`,
    value: milliseconds(verifying),
    peer: `comparing every file with the history, ${milliseconds(scanning)}`,
    ratio: ratioOf(verifying, scanning),
    wanted: '',
  };
}

/** Processor time of this process: what git spends is not in it. */
async function benchAsOf(
  vault: Vault,
  history: History,
  { first, last }: GeneratedHistory,
  questions: readonly string[],
  indexFile: string,
): Promise<BenchRow[]> {
  const engine = createLocalEngine({ files: createFileSource(vault), indexFile, clock: systemClock });
  const pasts = createPasts({ vault, history: async () => history, engine: async () => engine });
  try {
    const indexing = await measure(() => engine.refresh({ vectors: true }));
    const request = (question: string) => ({ queries: [question], mode: 'deep' as const });
    const day = localDate(new Date((first.getTime() + last.getTime()) / 2));
    const inPast = (question: string) =>
      pasts.use(day, async (past) => (await past.engine()).search(request(question)));
    await engine.search(request(questions[0]!));
    const before = process.memoryUsage().rss;
    const opening = await measure(() => inPast(questions[0]!));
    const grown = process.memoryUsage().rss - before;
    const asked = questions.slice(1, 31);
    const past: number[] = [];
    const present: number[] = [];
    for (const question of asked) {
      past.push((await measure(() => inPast(question))).cpu);
      present.push((await measure(() => engine.search(request(question)))).cpu);
    }
    return [
      {
        figure: `first question as of a day in the middle, ${SIZE}, processor time`,
        value: `${milliseconds(opening.cpu)} (longest block ${milliseconds(opening.longest)}, +${Math.round(grown / 2 ** 20)} MB)`,
        peer: `indexing the vault of today, ${milliseconds(indexing.cpu)}`,
        ratio: ratioOf(opening.cpu, indexing.cpu),
        wanted: '',
      },
      {
        figure: 'the next questions as of that day (median of 30)',
        value: milliseconds(median(past)),
        peer: `the same questions of today, ${milliseconds(median(present))}`,
        ratio: ratioOf(median(past), median(present)),
        wanted: '',
      },
    ];
  } finally {
    await pasts.close();
    engine.close();
  }
}
