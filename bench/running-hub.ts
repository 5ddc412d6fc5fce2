import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Of a second: a fifth of a processor. */
const BUSY_TICKS = 20;

export type RunningHub = Awaited<ReturnType<typeof startHub>>;

/** A process of `rappel hub`. It is asked with `tokens`, or with those of the vaults. */
export async function startHub(
  vaults: string,
  env: NodeJS.ProcessEnv,
  tokens: ReadonlyMap<string, string> = new Map(),
) {
  const child = spawn(process.execPath, [resolve('bin', 'rappel.js'), 'hub', vaults, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await addressOf(child);

  async function ask(name: string, path: string, body?: object): Promise<string> {
    const token = tokens.get(name) ?? readFileSync(join(vaults, name, '.rappel', 'token'), 'utf8').trim();
    const answer = await fetch(`${url}/v/${name}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${text}`);
    return text;
  }

  return {
    url,
    ask,
    /** Milliseconds by the clock. */
    async search(name: string, question: string): Promise<number> {
      const started = performance.now();
      await ask(name, '/api/search', { question });
      return performance.now() - started;
    },
    /** Resolves when it does nothing: the files of open vaults are stamped, indexed and recorded. */
    async caughtUp(): Promise<void> {
      for (let before = Number.NEGATIVE_INFINITY; spentBy(child) - before > BUSY_TICKS; ) {
        before = spentBy(child);
        await wait(1_000);
      }
    },
    /** Megabytes. */
    memory(): number {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1];
      return Math.round(Number(kilobytes) / 1024);
    },
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Ticks of processor time, a hundred a second. */
function spentBy({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function addressOf(hub: ChildProcess): Promise<string> {
  let said = '';
  for await (const part of hub.stdout!) {
    said += part;
    const found = / (http:\S+)\/v\/NAME\/\n/.exec(said);
    if (found !== null) return found[1]!;
  }
  throw new Error(`the hub ended: ${said}`);
}
