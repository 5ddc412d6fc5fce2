import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type GeneratedVault, generateVault } from './generate-vault.js';
import type { EngineFigures, EngineName, Job } from './one-engine.js';
import { type BenchRow, milliseconds, ratioOf } from './table.js';

/**
 * Rappel's own engine beside QMD: the same vault, the same questions, one process each, both on the Node that QMD needs.
 * `RAPPEL_BENCH_PROJECTS` makes the vault smaller; ten files a project.
 */
export async function benchEngines(folders: string[]): Promise<BenchRow[]> {
  const missing = folders.find((folder) => !existsSync(join(folder, 'queries.jsonl')));
  if (missing !== undefined) throw new Error(`there is no queries.jsonl in ${missing}`);
  const { prepareQmd } = await import(pathToFileURL(resolve('test', 'extended', 'qmd-folder.js')).href);
  const { env, versions } = prepareQmd() as { env: Record<string, string>; versions: Record<string, string> };
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    const projects = Number(process.env.RAPPEL_BENCH_PROJECTS || 1_000);
    console.log(`engines: generating ${projects} projects …`);
    const vault = generateVault(join(root, 'vault'), projects);
    const sets = folders.map((folder) => ({ name: basename(folder), folder: resolve(folder) }));
    const measure = async (engine: EngineName) => {
      const figures = await measureElsewhere({ engine, root, vault, sets }, env);
      console.log(`  ${engine}: ${vault.files} files in ${milliseconds(figures.index)}`);
      return figures;
    };
    const own = await measure('own');
    return rowsOf(own, await measure('qmd'), vault, `QMD ${versions['@tobilu/qmd']}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measureElsewhere(job: Job, env: Record<string, string>): Promise<EngineFigures> {
  const program = fileURLToPath(new URL('./one-engine.js', import.meta.url));
  const { RAPPEL_BENCH: _, ...rest } = process.env;
  const child = fork(program, [], {
    execPath: env.RAPPEL_QMD_NODE ?? process.execPath,
    env: { ...rest, ...env },
  });
  child.send(job);
  return new Promise((done, fail) => {
    let figures: EngineFigures | null = null;
    child.on('message', (message) => {
      figures = message as EngineFigures;
    });
    child.on('exit', (code) =>
      figures === null ? fail(new Error(`the engine ${job.engine} ended with ${code}`)) : done(figures),
    );
  });
}

function rowsOf(own: EngineFigures, qmd: EngineFigures, { files }: GeneratedVault, name: string): BenchRow[] {
  const time = (figure: string, value: number, theirs: number): BenchRow => ({
    figure,
    value: milliseconds(value),
    peer: `${name}: ${milliseconds(theirs)}`,
    ratio: ratioOf(value, theirs),
    wanted: 'less than 1×',
  });
  const share = (figure: string, value: number, theirs: number): BenchRow => ({
    figure,
    value: value.toFixed(3),
    peer: `${name}: ${theirs.toFixed(3)}`,
    ratio: ratioOf(value, theirs),
    wanted: 'more than 1×',
  });
  return [
    time(`${files} files: full index`, own.index, qmd.index),
    time('one changed file', own.change, qmd.change),
    time('eight-word question: p50', own.long.p50, qmd.long.p50),
    time('eight-word question: p95', own.long.p95, qmd.long.p95),
    time('two-word question: p50', own.short.p50, qmd.short.p50),
    time('two-word question: p95', own.short.p95, qmd.short.p95),
    {
      figure: 'memory at most',
      value: `${Math.round(own.memory)} MB`,
      peer: `${name}: ${Math.round(qmd.memory)} MB`,
      ratio: ratioOf(own.memory, qmd.memory),
      wanted: 'less than 1×',
    },
    ...own.sets.flatMap(({ name: set, figures }, index) => [
      share(`${set}, fast: R@5`, figures.recall5, qmd.sets[index]!.figures.recall5),
      share(`${set}, fast: MRR@10`, figures.mrr10, qmd.sets[index]!.figures.mrr10),
    ]),
  ];
}
