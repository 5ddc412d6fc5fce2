import type { Terminal } from './command.js';

/** A bar on standard error, where a person watches and the work is long enough to be worth one. */
export function showProgress(label: string, terminal: Terminal): (done: number, total: number) => void {
  if (!terminal.interactive || !process.stderr.isTTY) return () => {};
  return (done, total) => {
    if (total < WORTH_A_BAR) return;
    const filled = Math.round((WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const line = `${label} ${bar} ${done}/${total}`;
    process.stderr.write(done >= total ? `\r${' '.repeat(line.length)}\r` : `\r${line}`);
  };
}

/** The same for work of unknown length: how much is done. The last word wipes it away. */
export function showCount(label: string, terminal: Terminal): { at(done: number): void; end(): void } {
  if (!terminal.interactive || !process.stderr.isTTY) return { at: () => {}, end: () => {} };
  let line = '';
  return {
    at(done) {
      if (done < WORTH_A_BAR || done % 50 !== 0) return;
      line = `${label} ${done}`;
      process.stderr.write(`\r${line}`);
    },
    end: () => void process.stderr.write(`\r${' '.repeat(line.length)}\r`),
  };
}

const WIDTH = 24;
const WORTH_A_BAR = 200;
