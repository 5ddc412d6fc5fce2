import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { visible } from '../shared/visible.js';

/** The person ended a question with Ctrl-C or Ctrl-D: exit code 130, without a word. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Whether a person sits at standard input. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true;
}

/**
 * Asks the person at the terminal; null if standard input is not one. A hidden answer is never shown, wherever the
 * question goes. Throws `Cancelled`; the terminal is as it was in any case.
 */
export function ask(question: string, { hidden = false } = {}): Promise<string | null> {
  const { stdin, stderr } = process;
  if (!canAsk()) return Promise.resolve(null);
  const text = visible(question);
  if (hidden) stderr.write(text);
  const lines = hidden
    ? createInterface({ input: stdin, output: nowhere(), terminal: true, historySize: 0 })
    : createInterface({ input: stdin, output: stderr });
  return new Promise((resolve, reject) => {
    lines.question(hidden ? '' : text, (answer) => {
      if (hidden) stderr.write('\n');
      resolve(answer.trim());
      lines.close();
    });
    lines.once('close', () => reject(new Cancelled()));
  });
}

/** readline edits the line (backspace, paste) and echoes it here. */
function nowhere(): Writable {
  return new Writable({ write: (_part, _encoding, done) => done() });
}
