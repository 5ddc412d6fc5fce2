import { ask } from './ask.js';

/** Asks a person for yes or no; null if standard input is not a terminal. Throws `Cancelled`. */
export async function confirm(question: string): Promise<boolean | null> {
  const answer = await ask(`${question} [y/N] `);
  return answer === null ? null : /^(?:y|yes|o|oui)$/i.test(answer);
}
