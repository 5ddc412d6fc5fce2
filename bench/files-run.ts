import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchRow } from './table.js';

const ENTRIES = ['cli/load-program', 'cli/main', 'http/serve', 'mcp/serve-http', 'mcp/serve-stdio'];

const READ = [
  {
    method: 'initialize',
    id: 1,
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'tools/call', id: 2, params: { name: 'read', arguments: { paths: 'tasks.md' } } },
];

/**
 * Through how many files of src/ a request runs: those in which a function was called, as V8 counts. The program is built with each module
 * as a file of its own.
 */
export async function benchFilesRun(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-files-run-'));
  try {
    // The scripts are no part of this program, which runs from a folder of its own.
    const script = pathToFileURL(resolve('scripts', 'bundle.js')).href;
    const { bundle } = (await import(script)) as typeof import('../scripts/bundle.js');
    await bundle(ENTRIES, join(folder, 'dist'), { preserveModules: true, preserveModulesRoot: 'src' });
    for (const name of ['bin', 'package.json']) cpSync(name, join(folder, name), { recursive: true });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const vault = join(folder, 'vault');
    const run = (name: string, args: string[]) => start(folder, name, [...args, '--vault', vault]);
    await ended(run('init', ['init']));
    await ended(run('note', ['update', 'Buy a red kettle', '--kind', 'task']));
    const rows = new Map<string, number>();

    await ended(run('question', ['search', 'what is there to buy?']));
    rows.set('a question on the command line', filesRun(folder, 'question'));

    const mcp = run('mcp', ['mcp']);
    for (const { method, id, params } of READ)
      mcp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for await (const part of mcp.stdout) if (String(part).includes('"id":2')) break;
    mcp.stdin.end();
    await ended(mcp);
    rows.set('MCP: a start and a read', filesRun(folder, 'mcp'));

    const url = async (service: ReturnType<typeof run>) => {
      for await (const part of service.stdout) {
        const found = /http:\/\/[\d.]+:\d+/.exec(String(part))?.[0];
        if (found !== undefined) return found;
      }
      throw new Error('the service did not start');
    };
    const serve = async (name: string, work: (address: string) => Promise<unknown>) => {
      const service = run(name, ['serve', '--port', '0']);
      await work(await url(service));
      service.kill('SIGTERM');
      await ended(service);
      return filesRun(folder, name);
    };
    const alone = await serve('serve', async () => {});
    rows.set('a service: its start and stop', alone);
    const post = (address: string, name: string, body: object) =>
      fetch(`${address}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const updated = await serve('update', async (address) => {
      await post(address, 'update', { text: 'Buy a blue kettle', id: 'bench' });
      await (await post(address, 'updates/follow', { id: 'bench' })).text();
    });
    rows.set('an update over HTTP, beside that', updated - alone);
    for (const [name, count] of rows) console.log(`  ${name.padEnd(34)}  ${count} files`);
    return [...rows].map(([figure, count]) => ({
      figure: `files run through: ${figure}`,
      value: `${count}`,
      peer: '',
      ratio: '',
      wanted: '',
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(folder: string, name: string, args: string[]) {
  const coverage = join(folder, 'coverage', name);
  mkdirSync(coverage, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    NODE_V8_COVERAGE: coverage,
  };
  return spawn(process.execPath, [join(folder, 'bin', 'rappel.js'), ...args], {
    env,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function ended(child: ReturnType<typeof start>): Promise<void> {
  child.stdout.resume();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const EXPORTED = /^(?:get: )?function\s*\(\)\s*\{\s*return [\w$.]+;\s*\}$/;

interface Covered {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

function filesRun(folder: string, name: string): number {
  const own = join(folder, 'dist') + sep;
  const files = new Set<string>();
  for (const report of readdirSync(join(folder, 'coverage', name))) {
    const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name, report), 'utf8')) as {
      result: Covered[];
    };
    for (const { url, functions } of result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : '';
      if (!path.startsWith(own) || path.includes('node_modules') || files.has(path)) continue;
      const code = readFileSync(path, 'utf8');
      // The module itself begins at 0; an export is read through a function that the build adds.
      const wasCalled = functions.some(({ ranges: [whole] }) => {
        const { startOffset, endOffset, count } = whole!;
        return startOffset > 0 && count > 0 && !EXPORTED.test(code.slice(startOffset, endOffset));
      });
      if (wasCalled) files.add(path);
    }
  }
  return files.size;
}
