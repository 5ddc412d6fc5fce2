import { rendered } from './paint.js';

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
export const NO_STATUS_LINE: StatusLine = { set() {}, tick() {}, clear() {}, rest() {} };

/**
 * Appears after a moment of silence and shows the seconds, so that no command is silent for more than a second. `isAsked`
 * tells whether a person is typing.
 */
export function createStatusLine(
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
