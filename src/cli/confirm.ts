import { createInterface } from 'node:readline/promises';

/** Asks a person for yes or no; null where nobody is there to ask. */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|yes|o|oui)$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
