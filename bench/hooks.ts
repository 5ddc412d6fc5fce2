import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { interleaved, NODE, type Program, ready, rowsAgainst } from './beside-node.js';
import { generateVault } from './generate-vault.js';
import type { BenchRow } from './table.js';
import { timed } from './timed.js';

const RAPPEL = resolve('bin', 'rappel.js');
/** Sessions of the project that were captured before. */
const EARLIER = 200;

/**
 * What a client waits for: its hooks at 10,000 files, beside what Node alone takes to start and end, without a service and beside
 * one.
 */
export async function benchHooks(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    RAPPEL_MODEL: 'none',
  };
  try {
    console.log('\nhooks: generating 10,000 files …');
    const vault = join(folder, 'vault');
    generateVault(vault, 1_000);
    const project = readdirSync(join(vault, 'projects'))[0]!;
    const directory = join(folder, project);
    mkdirSync(join(directory, '.git'), { recursive: true });
    const hooks = hooksOf(vault, directory);
    hooks.captureEarlier(env);
    const alone = benchOnce(hooks, 'no service', env);
    const service = spawn(process.execPath, [RAPPEL, 'serve', '--vault', vault, '--port', '0', '--no-open'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await ready(service);
      return [...alone, ...benchOnce(hooks, 'beside a service', env)];
    } finally {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function benchOnce({ start, resume, stop }: Hooks, where: string, env: NodeJS.ProcessEnv): BenchRow[] {
  const times = interleaved({ node: NODE, start: start(where), resume, stop }, env);
  const row = rowsAgainst(times.node);
  return [
    row(`\`rappel hook session-start\`, 10,000 files, ${where}`, times.start, 'at most +150 ms'),
    row(`the same for a session that is resumed, ${where}`, times.resume, 'at most +150 ms'),
    row(`\`rappel hook stop\`, capture of a turn, ${where}`, times.stop, 'at most +100 ms'),
  ];
}

interface Hooks {
  start(name: string): Program;
  resume: Program;
  stop: Program;
  captureEarlier(env: NodeJS.ProcessEnv): void;
}

/** Hooks of one directory, with a session that goes on. */
function hooksOf(vault: string, directory: string): Hooks {
  const logOf = (session: string) => join(directory, `${session}.jsonl`);
  const hook = (event: string) => [RAPPEL, 'hook', event, '--vault', vault];
  const given = (session: string, source?: string) =>
    JSON.stringify({ session_id: session, cwd: directory, transcript_path: logOf(session), source });
  let turns = 0;
  const say = (session: string) => appendFileSync(logOf(session), turnOf(++turns));
  const stop = (session: string): Program => ({
    args: hook('stop'),
    input: () => {
      say(session);
      return given(session);
    },
  });
  return {
    start: (name) => ({
      args: hook('session-start'),
      input: (run) => {
        const session = `${name.replaceAll(' ', '-')}-${run}`;
        writeFileSync(logOf(session), '');
        return given(session, 'startup');
      },
    }),
    resume: { args: hook('session-start'), input: () => given('going-on', 'resume') },
    stop: stop('going-on'),
    captureEarlier(env) {
      for (let at = 0; at < EARLIER; at++) {
        say(`earlier-${at}`);
        timed(hook('session-end'), env, given(`earlier-${at}`));
      }
      timed([RAPPEL, 'capture', 'file', '--vault', vault], env);
    },
  };
}

/** A turn with ten calls of tools. */
function turnOf(turn: number): string {
  const record = (kind: 'user' | 'assistant', at: number, content: unknown) => ({
    type: kind,
    uuid: `turn-${turn}-${at}`,
    timestamp: new Date(Date.UTC(2025, 6, 14, 10, 0, turn % 60)).toISOString(),
    message: { role: kind, content },
  });
  const calls = Array.from({ length: 10 }, (_, at) => [
    record('assistant', 2 * at, [
      { type: 'tool_use', id: `call-${turn}-${at}`, name: 'Read', input: { file_path: `src/file-${at}.ts` } },
    ]),
    record('user', 2 * at + 1, [
      { type: 'tool_result', tool_use_id: `call-${turn}-${at}`, content: 'const x = 1;\n'.repeat(200 + at) },
    ]),
  ]);
  const records = [
    record('user', 100, `Turn ${turn}: why does the parser drop the last line?`),
    ...calls.flat(),
    record('assistant', 101, [{ type: 'text', text: 'The last line has no line end. '.repeat(20) }]),
  ];
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}
