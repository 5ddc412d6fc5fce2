import { AsyncLocalStorage } from 'node:async_hooks';

/** The person that a request comes from, where people are known. */
export interface Asker {
  /** How the history calls them. */
  name: string;
  /** Keeps what they did, or tried to do. */
  tell(action: string, detail: string | null, isAllowed: boolean): void;
}

const askers = new AsyncLocalStorage<Asker>();

/** Everything that `work` begins, also what goes on after it, is asked by this person. */
export function askedBy<Result>(asker: Asker, work: () => Result): Result {
  return askers.run(asker, work);
}

/** Null for a user without an account, and for what Rappel does by itself. */
export function currentAsker(): Asker | null {
  return askers.getStore() ?? null;
}
