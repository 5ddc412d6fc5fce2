import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BenchRow, median } from './table.js';

const RUNS = 20;
const NODE = 'node -e 0';

const OPENINGS = {
  'initialize (2025-11-25)': {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  'server/discover (2026-07-28)': {
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
};

/** From the start of the process to the first answer, beside what Node alone takes to start and end. */
export async function benchMcp(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  try {
    const bin = resolve('bin', 'rappel.js');
    const times: Record<string, number[]> = { [NODE]: [] };
    for (let run = 0; run < RUNS; run++) {
      times[NODE]!.push(await timed(() => ended(['-e', '0'])));
      for (const [name, opening] of Object.entries(OPENINGS)) {
        times[name] ??= [];
        times[name].push(await answered([bin, 'mcp', '--vault', join(folder, 'vault')], opening));
      }
    }
    console.log(`\nMCP over stdio, ${RUNS} starts, interleaved (Node ${process.versions.node})`);
    console.log(`  ${''.padEnd(29)}   median            fastest`);
    const base = { median: median(times[NODE]!), fastest: Math.min(...times[NODE]!) };
    for (const [name, values] of Object.entries(times)) {
      const row = { median: median(values), fastest: Math.min(...values) };
      const cells = (['median', 'fastest'] as const).map((key) => {
        const above = name === NODE ? '' : ` (+${(row[key] - base[key]).toFixed(0)})`;
        return `${row[key].toFixed(0)} ms${above}`.padEnd(16);
      });
      console.log(`  ${name.padEnd(29)}   ${cells.join('  ')}`);
    }
    return Object.entries(times)
      .filter(([name]) => name !== NODE)
      .map(([name, values]) => ({
        figure: `MCP, start to the answer of \`${name.split(' ')[0]}\``,
        value: `${median(values).toFixed(0)} ms`,
        peer: `\`${NODE}\`, ${base.median.toFixed(0)} ms`,
        ratio: `+${(median(values) - base.median).toFixed(0)} ms`,
        wanted: 'at most +200 ms',
      }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function ended(args: string[]): Promise<void> {
  return new Promise((done) => spawn(process.execPath, args, { stdio: 'ignore' }).on('exit', () => done()));
}

/** Milliseconds until the first byte of an answer. */
function answered(args: string[], opening: object): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...opening })}\n`);
  return new Promise((done) => {
    let time = 0;
    child.stdout.once('data', () => {
      time = performance.now() - start;
      child.stdin.end();
    });
    child.on('exit', () => done(time));
  });
}
