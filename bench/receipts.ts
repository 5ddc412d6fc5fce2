import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgents } from '../src/agents/create-agents.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { recordAnswers } from '../src/service/receipts/record-answers.js';
import { systemClock } from '../src/shared/clock.js';
import { createSession } from '../src/tools/session.js';
import { createVault } from '../src/vault/vault.js';
import { generateVault } from './generate-vault.js';
import { measure } from './measure.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';

const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 1_000);
const QUESTIONS = 60;

/** What a receipt adds to an answer without a model: the same questions, with and without it, in turns. */
export async function benchReceipts(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-receipts-'));
  try {
    const { long } = generateVault(root, PROJECTS);
    const vault = createVault({ root, clock: systemClock });
    const engine = createLocalEngine({
      files: createFileSource(vault),
      indexFile: join(root, '.rappel', 'bench.sqlite'),
      clock: systemClock,
      refresh: 'once',
    });
    await engine.refresh({ vectors: true });
    const agents = createAgents({ model: null, key: null, language: 'en' });
    const context = { vault, session: createSession(), engine: async () => engine };
    const plain = (question: string) => agents.answer(context, { question });
    const answer = recordAnswers({
      vault,
      env: {},
      answer: (question, options) => agents.answer(context, question, options),
    });
    const [without, withReceipt]: [number[], number[]] = [[], []];
    for (const [index, question] of long.slice(0, 2 * QUESTIONS).entries()) {
      const answers = [
        async () => without.push((await measure(() => plain(question))).cpu),
        async () => withReceipt.push((await measure(() => answer({ question }))).cpu),
      ];
      // What comes second finds a warm cache.
      for (const run of index % 2 === 0 ? answers : answers.reverse()) await run();
    }
    engine.close();
    const half = (times: readonly number[]) => median(times.slice(QUESTIONS));
    return [
      {
        figure: `an answer with its receipt, ${(PROJECTS * 10).toLocaleString('en')} files, processor time`,
        value: milliseconds(half(withReceipt)),
        peer: `without one, ${milliseconds(half(without))}`,
        ratio: ratioOf(half(withReceipt), half(without)),
        wanted: '',
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
