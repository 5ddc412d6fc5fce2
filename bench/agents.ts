import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeInput } from '../src/agents/clerk/routing/route-input.js';
import { createAgents } from '../src/agents/create-agents.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import type { ToolContext } from '../src/tools/define-tool.js';
import { createSession } from '../src/tools/session.js';
import { readText } from '../src/vault/files.js';
import { countTokens } from '../src/vault/tokens.js';
import { createVault } from '../src/vault/vault.js';
import { benchAgentTokens } from './agent-tokens.js';
import { generateVault } from './generate-vault.js';
import { type BenchRow, milliseconds } from './table.js';

const PROJECTS = 1_000;
const QUESTIONS = 100;
const UPDATES = 50;
/** A note of about 64 words. */
const SENTENCES = 8;

/** What the agents cost with a model, then without: the folder given is a checkout of 0.1.0 to compare with. */
export async function benchAgents([peerFolder]: string[]): Promise<BenchRow[]> {
  return [...(await benchAgentTokens(peerFolder)), ...(await benchClerk())];
}

/** A question and an update without a model on a vault of 10,000 files: time, and tokens beside reading the files whole. */
async function benchClerk(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    console.log(`agents: generating ${PROJECTS * 10} files …`);
    const { long } = generateVault(root, PROJECTS);
    const vault = createVault({ root, clock: systemClock });
    const engine = createLocalEngine({
      files: createFileSource(vault),
      indexFile: join(root, '.rappel', 'bench.sqlite'),
      clock: systemClock,
      refresh: 'once',
    });
    await engine.refresh();
    const context: ToolContext = { vault, session: createSession(), engine: async () => engine };
    const agents = createAgents({ model: null, key: null, language: 'en' });

    const answerTimes: number[] = [];
    const answerTokens: number[] = [];
    const wholeTokens: number[] = [];
    for (const question of long.slice(0, QUESTIONS)) {
      const start = performance.now();
      const { text, files } = await agents.answer(context, { question });
      answerTimes.push(performance.now() - start);
      answerTokens.push(countTokens(text));
      const paths = [...new Set(files.map(({ path }) => path))];
      wholeTokens.push(paths.reduce((sum, path) => sum + countTokens(readText(vault.resolve(path))), 0));
    }
    const routeTimes: number[] = [];
    for (let index = 0; index + SENTENCES <= long.length && routeTimes.length < QUESTIONS; index++) {
      const text = long.slice(index, index + SENTENCES).join('. ');
      const start = process.cpuUsage();
      await routeInput(context, text, { language: 'en' });
      routeTimes.push(cpuMs(start));
    }
    const updateTimes: number[] = [];
    for (const [index, text] of long.slice(0, UPDATES).entries()) {
      const start = performance.now();
      const input = { text: `${text} ${index}`, images: [], inbox_ref: null };
      await agents.file({
        id: `b${index}`,
        input,
        context,
        takeBack: async () => null,
        onEvent: () => {},
        signal: new AbortController().signal,
      });
      updateTimes.push(performance.now() - start);
    }
    engine.close();
    console.log('\n| without a model, 10,000 files | p50 | p95 |\n|---|---|---|');
    console.log(`| a question, ms | ${percentiles(answerTimes, 1)} |`);
    console.log(
      `| which project a note of 64 words belongs to, ms of processor time | ${percentiles(routeTimes, 1)} |`,
    );
    console.log(`| an update, ms | ${percentiles(updateTimes, 1)} |`);
    console.log(`| tokens of the answer | ${percentiles(answerTokens, 0)} |`);
    console.log(`| tokens of its files read whole | ${percentiles(wholeTokens, 0)} |`);
    const saved = (sum(wholeTokens) / sum(answerTokens)).toFixed(1);
    console.log(`\nThe answers take ${saved} times fewer tokens than reading the same files.`);
    const [answer, route, update] = [answerTimes, routeTimes, updateTimes].map((times) => ({
      p50: milliseconds(at(times, 0.5)),
      p95: milliseconds(at(times, 0.95)),
    }));
    return [
      {
        figure: 'a question answered without a model, 10,000 files',
        value: `${answer!.p50} (p95 ${answer!.p95})`,
        peer: '',
        ratio: '',
        wanted: '',
      },
      {
        figure: 'which project a note of 64 words belongs to, 10,000 files (processor time)',
        value: `${route!.p50} (p95 ${route!.p95})`,
        peer: '',
        ratio: '',
        wanted: '≤ 30 ms',
      },
      {
        figure: 'an update filed without a model, 10,000 files',
        value: `${update!.p50} (p95 ${update!.p95})`,
        peer: '',
        ratio: '',
        wanted: '',
      },
      {
        figure: 'tokens of an answer',
        value: `${at(answerTokens, 0.5)}`,
        peer: `the same files read whole, ${at(wholeTokens, 0.5)}`,
        ratio: `1/${saved}`,
        wanted: '',
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time since then: what other programs do at the same time does not count. */
function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function percentiles(values: number[], digits: number): string {
  return `${at(values, 0.5).toFixed(digits)} | ${at(values, 0.95).toFixed(digits)}`;
}

function at(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
