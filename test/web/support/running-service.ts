import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../support/remove-folder.js';
import { shareCode } from '../../support/share-code.js';

/** The real service as a process of its own, on a vault in a temporary folder. */
export interface RunningService {
  url: string;
  vault: string;
  /** Ends the process; the vault stays. */
  stop(): Promise<void>;
  /** Starts it again at the same address, with more in its environment. */
  start(env?: NodeJS.ProcessEnv): Promise<void>;
  /** Lets the process do nothing until `resume`: what it is in the middle of stays there. */
  suspend(): void;
  resume(): void;
  /** Resolves when the process has ended by itself, or was killed. */
  ended(): Promise<void>;
  /** Ends the process and removes the vault. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Fills the vault before the service starts. */
  prepare?(vault: string): void | Promise<void>;
  env?: NodeJS.ProcessEnv;
  /** Where it listens; on loopback where left out. */
  host?: string;
  /** More options of `rappel serve`. */
  args?: readonly string[];
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  // Tests and programs both start in the folder of the package.
  const bin = join(process.cwd(), 'bin', 'rappel.js');
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-page-')));
  const vault = join(home, 'vault');
  await options.prepare?.(vault);
  let child: ChildProcess | null = null;
  let port = '0';

  const service: RunningService = {
    url: '',
    vault,
    async start(more) {
      const env = {
        PATH: process.env.PATH,
        HOME: home,
        TZ: process.env.TZ,
        LANG: 'en_GB.UTF-8',
        RAPPEL_VAULT: vault,
        ...options.env,
        ...more,
      };
      shareCode(env);
      const started = spawn(
        process.execPath,
        [bin, 'serve', '--port', port, '--host', options.host ?? '127.0.0.1', ...(options.args ?? [])],
        { env, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      child = started;
      reportEnd(started, () => child !== started);
      // Reached through loopback, wherever it listens.
      service.url = (await addressOf(started)).replace('//0.0.0.0:', '//127.0.0.1:');
      port = new URL(service.url).port;
    },
    async stop() {
      const stopped = child;
      child = null;
      stopped?.kill('SIGTERM');
      await exitOf(stopped);
    },
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async ended() {
      const expected = child;
      child = null;
      await exitOf(expected);
    },
    async close() {
      await service.stop();
      removeFolder(home);
    },
  };
  await service.start();
  return service;
}

async function exitOf(child: ChildProcess | null): Promise<void> {
  if (child !== null && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** A service that ends by itself says why: the tests after that find only its closed port. */
function reportEnd(child: ChildProcess, isExpected: () => boolean): void {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (part: Buffer) => {
      said = (said + part.toString('utf8')).slice(-4000);
    });
  child.once('close', (code, signal) => {
    if (!isExpected()) console.error(`The service ended by itself (${code ?? signal}):\n${said}`);
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (part: Buffer) => {
      said += part.toString('utf8');
      // Its words are those of the language it speaks.
      const url = /(http:\/\/\S+)\s/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
    child.once('error', reject);
  });
}
