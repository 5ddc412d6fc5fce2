import type { Terminal } from './command.js';

/** A progress bar, on a terminal and for long work. */
export function showProgress(label: string, terminal: Terminal): (done: number, total: number) => void {
  return (done, total) => {
    if (total < WORTH_A_BAR) return;
    const filled = Math.round((WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    terminal.status(done >= total ? '' : `${label} ${bar} ${done}/${total}`);
  };
}

/** The same for work of unknown length: how much is done. `end` clears it. */
export function showCount(label: string, terminal: Terminal): { at(done: number): void; end(): void } {
  return {
    at(done) {
      if (done >= WORTH_A_BAR && done % 50 === 0) terminal.status(`${label} ${done}`);
    },
    end: () => terminal.status(''),
  };
}

const WIDTH = 24;
const WORTH_A_BAR = 200;
