import { RappelError } from '../../shared/errors.js';

/** What is wrong at the moment, by area: an area that works again has no trouble any more. */
export interface Troubles {
  report(area: string, error: unknown): void;
  clear(area: string): void;
  list(): string[];
}

/** Each trouble is logged when it begins or changes, not each time it is met. */
export function createTroubles(log: (message: string) => void): Troubles {
  const current = new Map<string, string>();
  return {
    report(area, error) {
      const sentence = sentenceOf(error);
      if (current.get(area) === sentence) return;
      current.set(area, sentence);
      log(sentence);
    },
    clear(area) {
      current.delete(area);
    },
    list: () => [...new Set(current.values())],
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof RappelError && error.path) return `${error.path}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
