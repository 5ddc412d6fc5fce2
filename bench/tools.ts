import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BenchRow, median, ratioOf } from './table.js';

// `npm run` starts in the folder of the package; this file itself is compiled to another place.
const RAPPEL = resolve('bin', 'rappel.js');
const FILES = 10_000;
const TEXT_BYTES = 50 * 1024 * 1024;

/**
 * The file tools as real commands, beside the system's own (`find -printf`, `cat -n`) and beside a minimal Node script
 * with the same input and output. Everything writes to /dev/null; medians of interleaved runs.
 */
export async function benchTools(): Promise<BenchRow[]> {
  if (!existsSync(resolve('dist', 'cli', 'main.js'))) throw new Error('run npm run build first');
  const root = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    return run(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(root: string): BenchRow[] {
  console.log(`tools: generating ${FILES} files and a text of 50 MB …`);
  const many = makeFiles(join(root, 'many'));
  const large = makeText(join(root, 'large'));
  const text = join(large, 'text.txt');

  const rows = [
    compare('tree, 10,000 files', 9, {
      rappel: rappel(many, 'tree'),
      system: ['find', many, '-printf', '%P %s %TY-%Tm-%Td %TH:%TM\\n'],
      node: [process.execPath, '--input-type=module', '-e', TREE_SCRIPT, many],
    }),
    compare('read, 50 MB', 9, {
      rappel: rappel(large, 'read', 'text.txt'),
      system: ['cat', '-n', text],
      node: [process.execPath, '--input-type=module', '-e', READ_SCRIPT, text],
    }),
    compare('concat, 50 MB', 9, {
      rappel: rappel(large, 'concat', 'text.txt'),
      system: ['cat', '-n', text],
      node: [process.execPath, '--input-type=module', '-e', READ_SCRIPT, text],
    }),
  ];
  console.log(
    '  command               rappel    system    Node script   × system   × Node (wanted: at most 1.5)',
  );
  for (const { name, times, against } of rows) {
    const cells = [ms(times.rappel).padStart(9), ms(times.system).padStart(9), ms(times.node).padStart(13)];
    const ratios = [ratio(against('system')).padStart(10), ratio(against('node')).padStart(9)];
    console.log(`  ${name.padEnd(19)} ${cells.join(' ')} ${ratios.join(' ')}`);
  }

  const start = compare('start', 31, {
    rappel: [process.execPath, RAPPEL, '--version'],
    node: [process.execPath, '-e', '0'],
  }).times;
  const more = start.rappel - start.node;
  console.log(
    `  rappel --version ${ms(start.rappel)}, node -e 0 ${ms(start.node)}: ${ms(more)} more (wanted: at most 60 ms)`,
  );
  return [
    ...rows.map(({ name, times, against }) => ({
      figure: name,
      value: ms(times.rappel),
      peer: `Node script that does the same, ${ms(times.node)} (\`${PEERS[name]}\` ${ms(times.system)}, ${ratioOf(times.rappel, times.system)})`,
      ratio: ratio(against('node')),
      wanted: 'at most 1.5×',
    })),
    {
      figure: 'start of a command',
      value: ms(start.rappel),
      peer: `\`node -e 0\`, ${ms(start.node)}`,
      ratio: `+${ms(more)}`,
      wanted: 'at most +60 ms',
    },
  ];
}

const PEERS: Record<string, string> = {
  'tree, 10,000 files': 'find',
  'read, 50 MB': 'cat -n',
  'concat, 50 MB': 'cat -n',
};

function rappel(vault: string, ...args: string[]): string[] {
  return [process.execPath, RAPPEL, ...args, '--vault', vault];
}

interface Comparison<Name extends string> {
  name: string;
  /** Milliseconds, the median. */
  times: Record<Name, number>;
  /** How many times as long as a peer: the median of the rounds, so that a busy machine falls on both alike. */
  against(peer: Name): number;
}

function compare<Name extends string>(
  name: string,
  rounds: number,
  commands: Record<Name | 'rappel', string[]>,
): Comparison<Name | 'rappel'> {
  type Key = Name | 'rappel';
  const entries = Object.entries(commands) as [Key, string[]][];
  const measured = Object.fromEntries(entries.map(([key]) => [key, []])) as unknown as Record<Key, number[]>;
  for (let round = -1; round < rounds; round++) {
    for (const [key, [program, ...args]] of entries) {
      const began = performance.now();
      const { status, stderr } = spawnSync(program!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
      // The first round warms the caches of the disk.
      if (round >= 0) measured[key].push(performance.now() - began);
    }
  }
  return {
    name,
    times: Object.fromEntries(entries.map(([key]) => [key, median(measured[key])])) as Record<Key, number>,
    against: (peer) => median(measured.rappel.map((time, round) => time / measured[peer][round]!)),
  };
}

/** Folders of 100 notes of some 1,500 characters with frontmatter, as a vault holds them. */
function makeFiles(root: string): string {
  const line = 'Le prestataire ne peut pas livrer avant juin, we go on without the external part.\n';
  for (let index = 0; index < FILES; index++) {
    const folder = join(root, 'projects', `project-${Math.floor(index / 100)}`, 'bucket');
    if (index % 100 === 0) mkdirSync(folder, { recursive: true });
    const body = `# Note ${index}\n\n${line.repeat(5 + (index % 29))}`;
    const head = `---\ncreated: 2025-07-14T16:42:00\nupdated: 2025-07-14T18:30:00\ntokens: ${Math.ceil(body.length / 4)}\n---\n\n`;
    writeFileSync(join(folder, `note-${index}.md`), head + body);
  }
  return root;
}

function makeText(root: string): string {
  mkdirSync(root, { recursive: true });
  const lines: string[] = [];
  for (let size = 0, index = 0; size < TEXT_BYTES; index++) {
    const line = index % 7 === 0 ? '' : `Ligne ${index} : ${'un texte déjà écrit '.repeat(index % 8)}`;
    size += Buffer.byteLength(line) + 1;
    lines.push(line);
  }
  writeFileSync(join(root, 'text.txt'), `${lines.join('\n')}\n`);
  return root;
}

/** Reads every file, counts its characters, finds its date, prints one line for each. Nothing else. */
const TREE_SCRIPT = `
import { readdirSync, readFileSync, statSync } from 'node:fs';
const lines = [];
const visit = (folder, indent) => {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder + '/' + entry.name;
    if (entry.isDirectory()) {
      const at = lines.push('') - 1;
      const tokens = visit(path, indent + '│   ');
      lines[at] = indent + '├── ' + entry.name + '/  [' + tokens + ']';
      sum += tokens;
      continue;
    }
    const text = readFileSync(path, 'utf8');
    const updated = /^updated: (.*)$/m.exec(text)?.[1] ?? statSync(path).mtime.toISOString();
    const tokens = Math.ceil(text.length / 4);
    lines.push(indent + '├── ' + entry.name + '  [' + tokens + ' · ' + updated + ']');
    sum += tokens;
  }
  return sum;
};
visit(process.argv[1], '');
process.stdout.write(lines.join('\\n') + '\\n');
`;

/** Reads a text, numbers its lines, prints them. Nothing else. */
const READ_SCRIPT = `
import { readFileSync } from 'node:fs';
const lines = readFileSync(process.argv[1], 'utf8').split('\\n');
lines.pop();
const width = String(lines.length).length;
process.stdout.write(lines.map((line, index) => String(index + 1).padEnd(width) + ' | ' + line).join('\\n') + '\\n');
`;

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

function ratio(value: number): string {
  return `${value.toFixed(2)}×`;
}
