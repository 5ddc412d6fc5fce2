import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { RappelError } from '../shared/errors.js';
import { decode } from '../vault/encoding.js';
import { onEveryRead } from '../vault/file-system.js';
import { isText } from '../vault/files.js';
import type { Say } from '../words/say.js';
import type { Terminal } from './command.js';
import { rendered } from './paint.js';

/**
 * The only writer of the command line: every text for standard output or standard error passes here, and is made safe
 * where a person reads it. The questions of `ask.ts` are the one exception.
 */
export function createTerminal(process: NodeJS.Process, say: Say): Terminal {
  const { stdout, stderr, env } = process;
  const colours = !env.NO_COLOR && env.TERM !== 'dumb';
  const interactive = stdout.isTTY === true;
  let isBroken = false;
  const status =
    interactive && stderr.isTTY && env.TERM !== 'dumb'
      ? createStatusLine(stderr, { isAsked: () => isRead(process.stdin), workingText: say`Working…` })
      : NO_STATUS_LINE;
  process.once('exit', status.rest);
  if (status !== NO_STATUS_LINE) onEveryRead(status.tick);

  function write(stream: NodeJS.WriteStream, text: string): void {
    status.clear();
    const person = stream.isTTY === true;
    const bytes = rendered(text, { person, colour: person && colours });
    // A stream to a file may throw where others report.
    try {
      stream.write(bytes);
    } catch (error) {
      stream.emit('error', error);
    }
  }

  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isBroken) return;
    isBroken = true;
    // A reader like `| head` may close the pipe early: that is not a failure, and the command continues.
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    const reason = error.code === 'ENOSPC' ? say`the disk is full` : (error.code ?? error.message);
    write(stderr, `${say`[error] The output can't be written: ${reason}`}\n`);
  });
  // The exit code still reports a failure.
  stderr.on('error', () => {});
  // Libraries and Node.js itself may quote a file in what they print, and standard output belongs to the answer.
  for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[method] = (...words) => write(stderr, `${format(...words)}\n`);
  if (process.listenerCount('warning') > 0) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => write(stderr, `[warning] ${name}: ${message}\n`));
  }
  async function inputBytes(): Promise<Buffer> {
    const { stdin } = process;
    if (stdin.isTTY) write(stderr, `${say`Reading from standard input; end with Ctrl-D.`}\n`);
    const parts: Buffer[] = [];
    for await (const part of stdin) parts.push(part);
    return Buffer.concat(parts);
  }

  return {
    say,
    out(text) {
      if (text !== '' && !isBroken) write(stdout, `${text}\n`);
    },
    err(text) {
      write(stderr, `${text}\n`);
    },
    status: status.set,
    rest: status.rest,
    showsStatus: status !== NO_STATUS_LINE,
    inputBytes,
    input: async () => textOfInput(await inputBytes()),
    lines: () => createInterface({ input: process.stdin }),
    interactive,
    colour: interactive && colours,
    columns: stdout.columns ?? 80,
    rows: stdout.rows ?? 24,
    fail(code) {
      process.exitCode = code;
    },
  };
}

/**
 * The text on standard input: what a vault may hold is kept as it is, control characters included. Throws `not_text` if
 * it is in an encoding that Rappel does not read.
 */
export function textOfInput(bytes: Buffer): string {
  const text = decode(bytes)?.text;
  if (text !== undefined) return text;
  if (isText(bytes)) return bytes.toString('utf8');
  throw new RappelError('not_text', 'input.not_text');
}

/** Whether a person is expected to type: at a question, or as the input of a command. */
function isRead(stdin: NodeJS.ReadStream): boolean {
  return stdin.isTTY && (stdin.readableFlowing === true || stdin.listenerCount('readable') > 0);
}

/** What a command does at the moment, in one line below its output. */
interface StatusLine {
  /** Replaces what it says; an empty text says nothing in particular. */
  set(text: string): void;
  /** Shows it if it is due: for work during which no timer can run. */
  tick(): void;
  /** Removes it before other output; it comes back if silence follows. */
  clear(): void;
  /** The command waits for others from now on: silence is normal. */
  rest(): void;
}

/** For streams that no person reads. */
const NO_STATUS_LINE: StatusLine = { set() {}, tick() {}, clear() {}, rest() {} };

/**
 * Appears after a moment of silence and shows the seconds, so that no command is silent for more than a second. `isAsked`
 * tells whether a person is typing.
 */
function createStatusLine(
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>,
  { isAsked, workingText }: { isAsked: () => boolean; workingText: string },
): StatusLine {
  let text = '';
  let shown = '';
  let isResting = false;
  // From the start of the process on: loading is silent too.
  let silentSince = 0;
  let drawnAt = 0;
  let tickedAt = 0;
  const timer = setInterval(draw, EVERY_MS).unref();

  function draw(): void {
    const now = performance.now();
    if (isAsked()) silentSince = now;
    if (isResting || now - silentSince < APPEARS_AFTER_MS || now - drawnAt < EVERY_MS / 2) return;
    drawnAt = now;
    const seconds = Math.floor((now - silentSince) / 1000);
    show(`${text || workingText}${seconds === 0 ? '' : ` ${seconds} s`}`);
  }

  function show(line: string): void {
    if (line === shown) return;
    // A longer line would wrap, and the next one could not replace it.
    const fitting = line.slice(0, (stream.columns ?? 80) - 1);
    stream.write(`\r${fitting.padEnd(shown.length)}${fitting === '' ? '\r' : ''}`);
    shown = fitting;
  }

  return {
    set(next) {
      text = rendered(next, { person: true, colour: false });
      draw();
    },
    tick() {
      const now = performance.now();
      if (isResting || now - tickedAt < EVERY_MS) return;
      tickedAt = now;
      draw();
    },
    clear() {
      if (shown !== '') show('');
      silentSince = performance.now();
    },
    rest() {
      isResting = true;
      clearInterval(timer);
      if (shown !== '') show('');
    },
  };
}

const APPEARS_AFTER_MS = 600;
const EVERY_MS = 200;
