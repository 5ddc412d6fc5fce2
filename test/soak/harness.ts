import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { indexFile } from '../../src/search/cache-folder.js';
import { createFileSource, type FileStat } from '../../src/search/files.js';
import { openIndex } from '../../src/search/index/open-index.js';

import { createGitHistory } from '../../src/service/history/open-history.js';
import { systemClock } from '../../src/shared/clock.js';
import { blobHash } from '../../src/vault/blob-id.js';
import { isStamped } from '../../src/vault/stamp.js';
import { createVault } from '../../src/vault/vault.js';
import { removeFolder } from '../support/remove-folder.js';
import { shareCode } from '../support/share-code.js';

export const BIN = process.env.RAPPEL_BIN ?? resolve('bin/rappel.js');

export interface Running {
  url: string;
  pid: number;
  child: ChildProcess;
  /** What it said so far. */
  log(): string;
  request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Ends it at once, as the system would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** A folder for one scenario: a vault, a cache, and a home without anybody's settings. */
export interface Place {
  folder: string;
  vault: string;
  env: NodeJS.ProcessEnv;
  put(path: string, content: string | Buffer): void;
  get(path: string): string;
  /** Every service that was started here; what still runs at the end is ended. */
  services: ChildProcess[];
  remove(): void;
}

export function createPlace(vaultName = 'vault'): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-soak-')));
  const vault = join(folder, vaultName);
  mkdirSync(vault);
  const services: ChildProcess[] = [];
  return {
    folder,
    services,
    vault,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      RAPPEL_VAULT: vault,
      RAPPEL_MODEL: 'none',
    },
    put(path, content) {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), content);
    },
    get: (path) => readFileSync(join(vault, path), 'utf8'),
    remove() {
      for (const child of services) child.kill('SIGKILL');
      removeFolder(folder);
    },
  };
}

/** Starts `rappel serve`, on a free port if none is named, and waits until it says where. `by`: words before the command. */
export async function startService(
  place: Place,
  options: { args?: string[]; env?: NodeJS.ProcessEnv; by?: string[]; port?: number } = {},
): Promise<Running> {
  const words = [
    ...(options.by ?? []),
    process.execPath,
    BIN,
    'serve',
    '--port',
    String(options.port ?? 0),
    ...(options.args ?? []),
  ];
  const env = { ...place.env, ...options.env };
  // Another user could not write beside what is made here.
  if (options.by === undefined) shareCode(env);
  const child = spawn(words[0]!, words.slice(1), { env, cwd: place.folder });
  place.services.push(child);
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  child.stderr.on('data', (part) => {
    said += part;
  });
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  const url = await until('the service to start', 180_000, () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${said}`);
    return /serves .* at (http:\S+)/.exec(said)?.[1];
  });
  return {
    url,
    pid: child.pid!,
    child,
    log: () => said,
    async request(method, path, body) {
      const response = await fetch(url + path, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Looks again and again until there is an answer; throws after `mostMs`. */
export async function until<T>(
  what: string,
  mostMs: number,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  everyMs = 20,
): Promise<T> {
  const started = performance.now();
  for (;;) {
    const answer = await look();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() - started > mostMs) throw new Error(`waited ${mostMs} ms for ${what}`);
    await wait(everyMs);
  }
}

interface Agreement {
  files: number;
  /** Files whose index is not of their text, and indexed ones that are gone. */
  index: string[];
  /** Files that are not as the history last recorded them. */
  history: string[];
  /** Markdown without right stamps. */
  stamps: string[];
}

/** Compares the files of a vault with everything that is derived from them. */
export async function agreement({ vault: root, env }: Pick<Place, 'vault' | 'env'>): Promise<Agreement> {
  const vault = createVault({ root, clock: systemClock });
  const source = createFileSource(vault);
  const index = openIndex(indexFile(vault.root, env));
  try {
    const known = index.store.known();
    const listed: FileStat[] = [];
    await source.list((file) => listed.push(file));
    const wrong: string[] = [];
    const stamps: string[] = [];
    for (const { path } of listed) {
      const text = source.read(path)?.text ?? '';
      const indexed = known.get(path);
      if (indexed === undefined || Buffer.compare(indexed.hash, blobHash(text)) !== 0) wrong.push(path);
      // As it is on the disk: the search does not read a file that says `search: false`.
      if (path.endsWith('.md') && !isStamped(readFileSync(join(root, path), 'utf8'))) stamps.push(path);
      known.delete(path);
    }
    const history = (await createGitHistory(vault).unrecorded()) ?? ['nothing was ever recorded'];
    return { files: listed.length, index: [...wrong, ...known.keys()], history, stamps };
  } finally {
    index.close();
  }
}

/** Waits until files, index, history and stamps agree; throws with what does not. */
export async function untilAgreed(place: Pick<Place, 'vault' | 'env'>, mostMs: number): Promise<Agreement> {
  let last: Agreement | null = null;
  try {
    const look = async () => {
      last = await agreement(place);
      return last.index.length + last.history.length + last.stamps.length === 0 && last;
    };
    // Each look reads every file and starts git: without a pause it takes the processor from the service it waits for.
    return await until('files, index and history to agree', mostMs, look, 250);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${JSON.stringify(last).slice(0, 600)}`);
  }
}

/**
 * Loaded into a service, writes its longest block of the event loop so far, in milliseconds, to a file: once a second, and
 * from nothing again when it is signalled.
 */
export function blockMeter(place: Place): {
  env: NodeJS.ProcessEnv;
  reset(service: Running): void;
  longestMs(): number;
} {
  const [module, file] = [join(place.folder, 'meter.mjs'), join(place.folder, 'meter.txt')];
  writeFileSync(
    module,
    `import { writeFileSync } from 'node:fs';
     import { monitorEventLoopDelay } from 'node:perf_hooks';
     const delay = monitorEventLoopDelay({ resolution: 5 });
     delay.enable();
     process.on('SIGUSR2', () => delay.reset());
     setInterval(() => writeFileSync(${JSON.stringify(file)}, String(Math.round(delay.max / 1e6))), 1000).unref();`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${module}` },
    reset: (service) => void service.child.kill('SIGUSR2'),
    longestMs: () => Number(readFileSync(file, 'utf8')),
  };
}

/** Random numbers that are the same in every run with the same seed. */
export function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

export const pause = (milliseconds: number) => wait(milliseconds);
