import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './table.js';

type Bench = (args: string[]) => Promise<BenchRow[]>;

/** Loaded only when it runs: one that measures memory should not carry the others. Each prints its progress and returns its rows. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  tools: async () => (await import('./tools.js')).benchTools,
  search: async () => (await import('./search.js')).benchSearch,
  against: async () => (await import('./against.js')).benchAgainst,
  embed: async () => (await import('./embed.js')).benchEmbed,
  agents: async () => (await import('./agents.js')).benchAgents,
  commands: async () => (await import('./commands.js')).benchCommands,
  'files-run': async () => (await import('./files-run.js')).benchFilesRun,
  hooks: async () => (await import('./hooks.js')).benchHooks,
  import: async () => (await import('./import.js')).benchImport,
  hub: async () => (await import('./hub.js')).benchHub,
  large: async () => (await import('./large.js')).benchLarge,
  answers: async () => (await import('./large.js')).benchAnswers,
  mcp: async () => (await import('./mcp.js')).benchMcp,
  receipts: async () => (await import('./receipts.js')).benchReceipts,
  health: async () => (await import('./health.js')).benchHealth,
  links: async () => (await import('./links.js')).benchLinks,
  sync: async () => (await import('./sync.js')).benchSync,
  web: async () => (await import('./web.js')).benchWeb,
  quality: async () => (await import('./quality.js')).benchQuality,
  engines: async () => (await import('./engines.js')).benchEngines,
};

/** Only with something to measure on, or something to compare with that has to be fetched; or because it takes long. */
const ON_REQUEST = ['quality', 'engines', 'against', 'hub', 'large', 'answers', 'sync'];

/**
 * `npm run bench`, or `npm run bench -- search` for some of them; `--eval FOLDER…` adds the quality of search on sets of
 * questions, and folders after `engines` are such sets too. Ends with one table of everything; `--write` keeps it in docs/figures.md.
 */
export async function main(words: string[]): Promise<void> {
  const args = words.filter((word) => word !== '--write');
  const at = args.indexOf('--eval');
  const isFolder = (word: string) => word.includes('/');
  const folders = at === -1 ? args.filter(isFolder) : args.slice(at + 1);
  const given = (at === -1 ? args : args.slice(0, at)).filter((word) => !isFolder(word));
  const unknown = given.find((name) => !Object.hasOwn(BENCHES, name));
  if (unknown !== undefined || (at !== -1 && folders.length === 0)) {
    if (unknown !== undefined) console.error(`There is no bench "${unknown}".`);
    console.error(
      `Usage: npm run bench -- [${Object.keys(BENCHES).join('|')}]... [--eval FOLDER...] [--write]`,
    );
    process.exit(2);
  }
  const names = given.length > 0 ? given : Object.keys(BENCHES).filter((name) => !ON_REQUEST.includes(name));
  if (at !== -1 && !names.includes('quality')) names.push('quality');
  const rows: BenchRow[] = [];
  for (const name of names) rows.push(...(await runElsewhere(name, folders)));
  const { showTable } = await import('./table.js');
  const day = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores`;
  const text = `${day}, ${machine}\n\n${showTable(rows)}`;
  console.log(`\n${text}`);
  if (words.includes('--write')) keep(text);
}

function keep(text: string): void {
  const file = resolve('docs', 'figures.md');
  const marked = /(<!-- bench -->\n)[\s\S]*?(<!-- end of the bench -->)/;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(marked, (_, start, end) => `${start}${text}\n${end}`),
  );
}

/** In a process of its own: what one leaves in memory is not counted as another's. */
function runElsewhere(name: string, args: string[]): Promise<BenchRow[]> {
  const child = fork(fileURLToPath(import.meta.url), [name, ...args], {
    env: { ...process.env, RAPPEL_BENCH: '1' },
  });
  return new Promise((resolve, reject) => {
    let rows: BenchRow[] = [];
    child.on('message', (message) => {
      rows = message as BenchRow[];
    });
    child.on('exit', (code) =>
      code === 0 ? resolve(rows) : reject(new Error(`bench ${name} ended with ${code}`)),
    );
  });
}

if (process.env.RAPPEL_BENCH && process.send !== undefined) {
  const [name = '', ...args] = process.argv.slice(2);
  const bench = await BENCHES[name]!();
  const rows = await bench(args);
  process.send(rows, () => process.disconnect());
}
