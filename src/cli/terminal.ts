import { isUtf8 } from 'node:buffer';
import { RappelError } from '../shared/errors.js';
import type { Terminal } from './command.js';

export function createTerminal(process: NodeJS.Process): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) closes the pipe: that is no failure.
    if (error.code === 'EPIPE') process.exit(process.exitCode);
    process.exitCode = 1;
    process.stderr.write(`[error] the answer can't be written: ${error.code ?? error.message}\n`);
  });
  // Nobody listens: the exit code still tells.
  process.stderr.on('error', () => {});
  const interactive = process.stdout.isTTY === true;

  return {
    out(text) {
      if (text !== '') process.stdout.write(`${text}\n`);
    },
    err(text) {
      process.stderr.write(`${text}\n`);
    },
    async input() {
      if (process.stdin.isTTY) process.stderr.write('Reading from standard input; end with Ctrl-D.\n');
      const parts: Buffer[] = [];
      for await (const part of process.stdin) parts.push(part);
      const bytes = Buffer.concat(parts);
      if (!isUtf8(bytes)) {
        throw new RappelError('not_text', 'standard input is not UTF-8 text', {
          hint: 'Convert it first, for example with iconv.',
        });
      }
      return bytes.toString('utf8');
    },
    interactive,
    colour: interactive && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    columns: process.stdout.columns ?? 80,
    fail(code) {
      process.exitCode = code;
    },
  };
}
