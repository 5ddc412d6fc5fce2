import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { visible } from '../../../shared/visible.js';
import type { OperationName, Reply, ReplyOf, RequestOf } from './protocol.js';

/** Something about QMD that keeps it from answering, in words; never a reason to fail a search. */
export class QmdProblem extends Error {
  override readonly name = 'QmdProblem';
  readonly isCorrupt: boolean;

  constructor(message: string, isCorrupt = false) {
    super(message);
    this.isCorrupt = isCorrupt;
  }
}

export interface ChildCommand {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

export interface QmdClientDeps {
  /** What is to be started, and the first request. Throws `QmdProblem` where there is nothing to start. */
  start(): { child: ChildCommand; open: RequestOf<'open'> };
  /** Milliseconds since some moment. */
  now(): number;
}

export interface QmdClient {
  /**
   * Asks the process, starting it where it does not run. Throws `QmdProblem` where no answer comes in time. While one
   * waits for an answer Rappel does not end, unless it is said that nobody waits.
   */
  request<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    milliseconds: number,
    options?: { isWaitedFor: boolean },
  ): Promise<ReplyOf<Name>>;
  /** Which process it is, counted from 1; 0 where none runs. A new one must be told what it missed. */
  running(): number;
  /** Why it does not run, where it should. */
  problem(): string | null;
  /** Ends the process; the next request starts another. */
  stop(): void;
  /** Ends it for good. */
  close(): void;
}

/** The process in which QMD runs, from outside: it may be slow, hang, die or talk nonsense, and is started again. */
export function createQmdClient(deps: QmdClientDeps): QmdClient {
  let current: Connection | null = null;
  let isClosed = false;
  let count = 0;
  let failures = 0;
  let problem: string | null = null;
  let notBefore = Number.NEGATIVE_INFINITY;

  function connection(): Connection {
    if (isClosed) throw new QmdProblem('the engine is closed');
    if (current !== null) return current;
    const wait = notBefore - deps.now();
    if (wait > 0) throw new QmdProblem(`${problem}; it is tried again in ${Math.ceil(wait / 1000)} s`);
    const { child, open } = deps.start();
    count++;
    const started = connect(child, (reason) => {
      if (current !== started) return;
      current = null;
      failures++;
      problem = reason;
      // The first time at once; then later and later.
      notBefore = deps.now() + (failures < 2 ? 0 : Math.min(LONGEST_WAIT, 1000 * 2 ** (failures - 2)));
    });
    started.opened = started.send('open', open, TIME_TO_OPEN).then(
      () => {},
      (error) => {
        started.end(`QMD can't be opened: ${(error as Error).message}`);
        throw error;
      },
    );
    started.opened.catch(() => {});
    current = started;
    return started;
  }

  return {
    async request(name, request, milliseconds, { isWaitedFor } = { isWaitedFor: true }) {
      const connected = connection();
      const release = isWaitedFor ? connected.hold() : () => {};
      try {
        await connected.opened;
        const answer = await connected.send(name, request, milliseconds);
        failures = 0;
        problem = null;
        return answer;
      } finally {
        release();
      }
    },
    running: () => (current === null ? 0 : count),
    problem: () => problem,
    stop,
    close() {
      isClosed = true;
      stop();
    },
  };

  function stop(): void {
    const ended = current;
    current = null;
    ended?.end('it was stopped');
  }
}

const TIME_TO_OPEN = 30_000;
const TIME_FOR_A_SIGN = 2_000;
const LONGEST_WAIT = 60_000;
/** A line this long is no reply. */
const LONGEST_LINE = 256 * 1024 * 1024;

interface Connection {
  opened: Promise<void>;
  send<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    milliseconds: number,
  ): Promise<ReplyOf<Name>>;
  /** Keeps Rappel from ending until the answer is released. */
  hold(): () => void;
  end(reason: string): void;
}

function connect({ command, args, env }: ChildCommand, onEnd: (reason: string) => void): Connection {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 1;
  let lastWords = '';
  let isOver = false;

  const end = (reason: string) => {
    if (isOver) return;
    isOver = true;
    child.kill('SIGKILL');
    onEnd(reason);
    for (const { reject } of waiting.values()) reject(new QmdProblem(reason));
    waiting.clear();
  };
  readLines(
    child.stdout,
    (line) => {
      const reply = replyOf(line);
      const asked = reply === null ? undefined : waiting.get(reply.id);
      if (reply === null || asked === undefined) return;
      waiting.delete(reply.id);
      if (reply.ok) asked.resolve(reply.value);
      else asked.reject(new QmdProblem(reply.error, reply.isCorrupt ?? false));
    },
    () => end('QMD sent an unreadable reply'),
  );
  child.stderr.on('data', (part) => {
    lastWords = (lastWords + part).slice(-2_000);
    if (process.env.RAPPEL_DEBUG) process.stderr.write(process.stderr.isTTY ? visible(String(part)) : part);
  });
  child.on('error', (error) => end(`QMD can't be started: ${error.message}`));
  child.on('exit', (code, signal) =>
    end(`QMD stopped (${signal ?? `exit code ${code}`})${lastLine(lastWords)}`),
  );
  // It may be gone before it has read what is written to it.
  child.stdin.on('error', () => {});
  // An idle process keeps nobody from ending; when Rappel ends, its input ends, and so does it.
  setHeld(child, false);

  const send: Connection['send'] = (name, request, milliseconds) =>
    new Promise((resolve, reject) => {
      if (isOver) {
        reject(new QmdProblem('QMD stopped'));
        return;
      }
      const id = next++;
      const timer = setTimeout(() => {
        settle();
        reject(new QmdProblem(`QMD gave no answer within ${Math.round(milliseconds / 100) / 10} s`));
        // Slow is not dead: models may need their time. Who does not answer the simplest question is.
        if (name === 'ping') end('QMD hung and was stopped');
        else void send('ping', {}, TIME_FOR_A_SIGN).catch(() => {});
      }, milliseconds);
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      waiting.set(id, {
        resolve(value) {
          settle();
          resolve(value as never);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
      timer.unref();
      child.stdin.write(`${JSON.stringify({ id, name, request })}\n`);
    });
  let holders = 0;
  const hold = () => {
    if (holders++ === 0) setHeld(child, true);
    return () => {
      if (--holders === 0) setHeld(child, false);
    };
  };
  return { opened: Promise.resolve(), send, hold, end };
}

function readLines(
  stream: NodeJS.ReadableStream,
  onLine: (line: string) => void,
  onNonsense: () => void,
): void {
  let rest: Buffer[] = [];
  let length = 0;
  stream.on('data', (part: Buffer) => {
    let from = 0;
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, from)) {
      rest.push(part.subarray(from, at));
      onLine(Buffer.concat(rest).toString('utf8'));
      rest = [];
      length = 0;
      from = at + 1;
    }
    rest.push(part.subarray(from));
    length += part.length - from;
    if (length > LONGEST_LINE) onNonsense();
  });
}

function replyOf(line: string): Reply | null {
  try {
    const reply = JSON.parse(line) as Reply | null;
    return typeof reply?.id === 'number' && typeof reply.ok === 'boolean' ? reply : null;
  } catch {
    return null;
  }
}

function setHeld(child: ChildProcessWithoutNullStreams, isHeld: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr] as { ref?(): void; unref?(): void }[]) {
    if (isHeld) part.ref?.();
    else part.unref?.();
  }
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').pop()?.trim().slice(0, 200);
  return line ? `: ${line}` : '';
}
