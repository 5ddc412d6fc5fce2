import { errorMessage } from '../../shared/errors.js';

/** What is wrong at the moment, by area. An area that works again has no problem. */
export interface Problems {
  report(area: string, error: unknown): void;
  clear(area: string): void;
  list(): string[];
}

/** Logs a problem when it begins or changes, not every time it is reported. */
export function createProblems(log: (message: string) => void): Problems {
  const current = new Map<string, string>();
  return {
    report(area, error) {
      const sentence = errorMessage(error);
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
