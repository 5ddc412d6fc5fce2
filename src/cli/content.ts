import type { Invocation } from './command.js';

/** The text a writing command works with: its second argument, or standard input. */
export async function contentOf({ arguments: [, text], terminal }: Invocation): Promise<string> {
  return text === undefined || text === '-' ? terminal.input() : text;
}
