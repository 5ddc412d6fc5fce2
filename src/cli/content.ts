import type { Invocation } from './command.js';

/** The text a writing command works with: its second argument, or standard input. */
export async function contentOf({ arguments: [, text], terminal }: Invocation): Promise<string> {
  if (text === undefined || text === '-') return terminal.input();
  // People don't type the final line end of an argument.
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
