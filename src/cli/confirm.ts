import { ask } from './ask.js';
import type { Terminal } from './command.js';

/** Asks a person for yes or no, in either language; null if standard input is not a terminal. Throws `Cancelled`. */
export async function confirm(question: string, { say }: Pick<Terminal, 'say'>): Promise<boolean | null> {
  const answer = await ask(`${question} ${say`[y/N]`} `);
  return answer === null ? null : /^(?:y|yes|o|oui)$/i.test(answer);
}
