import { toldOf } from '../../shared/errors.js';
import type { Told } from '../../words/message.js';

export type Problems = ReturnType<typeof createProblems>;

/**
 * What is wrong at the moment, by area. Logs a problem when it begins or changes, not every time it is reported. Work that ends because
 * `stopping` says so is no problem.
 */
export function createProblems(log: (message: string) => void, stopping?: AbortSignal) {
  const current = new Map<string, Told>();
  const problems = {
    report(area: string, error: unknown): void {
      if (stopping?.aborted && (error as Error | null)?.name === 'AbortError') return;
      const told = toldOf(error);
      if (current.get(area)?.message === told.message) return;
      current.set(area, told);
      log(told.message);
    },
    /** The area works again. */
    clear: (area: string): void => void current.delete(area),
    /** Runs an action; a failure becomes the problem of its area, and the result is undefined. */
    async attempt<Result>(area: string, action: () => Promise<Result>): Promise<Result | undefined> {
      try {
        const result = await action();
        problems.clear(area);
        return result;
      } catch (error) {
        problems.report(area, error);
        return undefined;
      }
    },
    list: (): Told[] => [...new Map([...current.values()].map((told) => [told.message, told])).values()],
  };
  return problems;
}
