import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import type { main as Main } from '../../src/cli/main.js';
import { BIN, type RunResult } from './rappel.js';

/** The built one, as in a process: it has its threads beside it. */
const { main } = createRequire(import.meta.url)('../../dist/cli/main.js') as { main: typeof Main };

interface Given {
  vault?: string;
  input?: string | Buffer;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/**
 * Runs a command line in this process, with streams, an environment and a folder of its own: starting a process takes three times as long as
 * a short command. What only a process shows (signals, terminals, pipes, two at once, a process that ends) is tested with `rappel`.
 */
export function runCommand(args: string[], given: Given = {}): Promise<RunResult> {
  const run = last.then(() => runAlone(args, given));
  last = run.catch(() => {});
  return run;
}

/** A process has one environment: commands take turns. */
let last: Promise<unknown> = Promise.resolve();

async function runAlone(args: string[], { vault, input = '', env, cwd }: Given): Promise<RunResult> {
  if (env?.NODE_OPTIONS !== undefined) throw new Error('NODE_OPTIONS need a process of its own');
  const out = collect();
  const err = collect();
  const restore = become({
    argv: [process.execPath, BIN, ...args],
    env: {
      PATH: process.env.PATH,
      TZ: process.env.TZ,
      TMPDIR: process.env.TMPDIR,
      HOME: vault,
      ...(vault !== undefined && { RAPPEL_VAULT: vault }),
      ...env,
    },
    cwd,
    streams: { stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []), stdout: out, stderr: err },
  });
  try {
    await main(args, NO_DOORS);
    return { code: Number(process.exitCode ?? 0), out: out.text(), err: err.text() };
  } finally {
    restore();
  }
}

/** Makes this process look like that of a command. Returns what makes it itself again. */
function become({
  argv,
  env,
  cwd,
  streams,
}: {
  argv: string[];
  env: NodeJS.ProcessEnv;
  cwd: string | undefined;
  streams: object;
}): () => void {
  const own = {
    argv: process.argv,
    env: { ...process.env },
    cwd: process.cwd(),
    exitCode: process.exitCode,
    streams: Object.getOwnPropertyDescriptors(process),
    console: { ...console },
    listeners: EVENTS.map((event) => [event, process.rawListeners(event)] as const),
  };
  process.argv = argv;
  setEnvironment(env);
  if (cwd !== undefined) process.chdir(cwd);
  process.exitCode = undefined;
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  return () => {
    process.argv = own.argv;
    setEnvironment(own.env);
    process.chdir(own.cwd);
    process.exitCode = own.exitCode;
    for (const name of Object.keys(streams))
      Object.defineProperty(process, name, own.streams[name as keyof typeof own.streams]!);
    Object.assign(console, own.console);
    for (const [event, listeners] of own.listeners) {
      for (const listener of process.rawListeners(event))
        if (!listeners.includes(listener)) process.removeListener(event, listener as () => void);
      for (const listener of listeners)
        if (!process.rawListeners(event).includes(listener)) process.on(event, listener as () => void);
    }
  };
}

/** What a command listens to. What it does when it exits is done when this process does. */
const EVENTS = ['uncaughtException', 'warning', 'SIGINT', 'SIGTERM', 'SIGHUP'];
process.setMaxListeners(0);

/** The functions of Node and the programs that it starts read the one environment there is. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else if (process.env[name] !== value) process.env[name] = value;
  }
}

function collect() {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(parts).toString('utf8') });
}

const NO_DOORS: Parameters<typeof Main>[1] = {
  http: () => Promise.reject(new Error('a service needs a process of its own')),
  hub: () => Promise.reject(new Error('a hub needs a process of its own')),
  mcp: () => Promise.reject(new Error('MCP over stdio needs a process of its own')),
};
