import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { RappelError } from '../../shared/errors.js';

/** What OWASP asks of argon2id: 19 MB and two passes, about 50 ms. */
const COST = { parallelism: 1, iterations: 2, memorySize: 19_456, hashLength: 32 } as const;
const SHORTEST = 10;
const LONGEST = 1_000;
/** A hash keeps a processor busy: one at a time, and no long queue of strangers. */
const MOST_WAITING = 20;

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes of passwords, in the text form of argon2id, made in a thread that is started when it is first needed. */
export function createPasswords() {
  const thread = createPasswordThread();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let stranger: Promise<string> | null = null;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MOST_WAITING) throw new RappelError('busy', 'person.too_many_now');
    waiting++;
    const next = last.then(work).finally(() => {
      waiting--;
    });
    last = next.catch(() => {});
    return next;
  }

  const hash = (password: string) =>
    thread.run<string>('argon2id', { ...COST, password, salt: randomBytes(16), outputType: 'encoded' });

  return {
    /** Throws `invalid_input` for a password that is too short or too long. */
    async hash(password: string): Promise<string> {
      if (password.length < SHORTEST || password.length > LONGEST)
        throw new RappelError('invalid_input', 'person.short_password', { least: SHORTEST });
      return inTurn(() => hash(password));
    },
    /** Takes as long for someone who has no password, or no account: `known` is null for them. */
    async matches(password: string, known: string | null): Promise<boolean> {
      stranger ??= hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
        stranger = null;
        throw error;
      });
      const compared = known ?? (await stranger);
      const given = { password: password.slice(0, LONGEST) || ' ', hash: compared };
      const isSame = await inTurn(() => thread.run<boolean>('argon2Verify', given));
      return isSame && known !== null;
    },
    close: thread.close,
  };
}

/** The functions of the library, by name. */
type Work = 'argon2id' | 'argon2Verify';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A thread that nobody needs ends after this. */
const IDLE_MS = 60_000;

/** Runs the library of hashes in a thread of its own, one call after the other: each takes 50 ms of a processor. */
function createPasswordThread() {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  const waiting = new Map<number, Waiting>();
  let last = 0;

  function start(): Worker {
    // By its path: the thread has no module of its own that names could be looked up from.
    const library = createRequire(import.meta.url).resolve('hash-wasm');
    const started = new Worker(HOST, { eval: true, workerData: library });
    started.unref();
    started.on('message', ({ id, result, problem }: { id: number; result?: unknown; problem?: string }) => {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (problem === undefined) resolve?.(result);
      else reject?.(new Error(problem));
    });
    started.on('error', () => {});
    started.on('exit', () => {
      // The one that ended at rest; another works on what waits.
      if (worker !== null && worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the thread of passwords ended'));
      waiting.clear();
    });
    return started;
  }

  async function close(): Promise<void> {
    if (idle !== null) clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  return {
    async run<Result>(work: Work, given: object): Promise<Result> {
      if (idle !== null) clearTimeout(idle);
      worker ??= start();
      const id = ++last;
      const result = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, work, given });
      try {
        return (await result) as Result;
      } finally {
        if (waiting.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}

const HOST = `
  const { parentPort, workerData } = require('node:worker_threads');
  const library = require(workerData);
  parentPort.on('message', async ({ id, work, given }) => {
    try {
      parentPort.postMessage({ id, result: await library[work](given) });
    } catch (error) {
      parentPort.postMessage({ id, problem: String(error) });
    }
  });
`;
