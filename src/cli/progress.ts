import type { Terminal } from './command.js';

/** A bar, where a person watches and the work is long enough to be worth one. */
export function showProgress(label: string, terminal: Terminal): (done: number, total: number) => void {
  return (done, total) => {
    if (total < WORTH_A_BAR) return;
    const filled = Math.round((WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    terminal.status(done >= total ? '' : `${label} ${bar} ${done}/${total}`);
  };
}

/** The same for work of unknown length: how much is done. `end` wipes it away. */
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
