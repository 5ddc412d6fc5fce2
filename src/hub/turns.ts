type Kind = 'opening' | 'catchingUp';

interface Waiting {
  kind: Kind;
  isUrgent(): boolean;
  begin(): void;
}

/** More at once make each of them wait for the others: it is mostly work of this process. */
const MOST: Record<Kind, number> = { opening: 4, catchingUp: 2 };
/** What takes longer hangs, and keeps the others waiting no more. */
const LONGEST_MS = 10_000;

export type Turns = ReturnType<typeof createTurns>;

/**
 * Vaults are opened a few at a time: first those that somebody waits for, then in order. While one is opened, none begins to look
 * for what changed while it was closed.
 */
export function createTurns(longestMs = LONGEST_MS) {
  const waiting = new Set<Waiting>();
  const running: Record<Kind, number> = { opening: 0, catchingUp: 0 };

  function next(): void {
    const [first] = waiting;
    const openings = [...waiting].filter(({ kind }) => kind === 'opening');
    const mustOpen = openings.length + running.opening > 0;
    const chosen = mustOpen ? (openings.find(({ isUrgent }) => isUrgent()) ?? openings[0]) : first;
    if (chosen === undefined || running[chosen.kind] >= MOST[chosen.kind]) return;
    chosen.begin();
    next();
  }

  async function run<Result>(
    kind: Kind,
    { isUrgent = () => false, signal }: { isUrgent?(): boolean; signal?: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    await new Promise<void>((resolve) => {
      const own: Waiting = { kind, isUrgent, begin };
      function begin(): void {
        if (!waiting.delete(own)) return;
        running[kind]++;
        resolve();
      }
      waiting.add(own);
      signal?.addEventListener('abort', begin, { once: true });
      if (signal?.aborted) begin();
      else next();
    });
    let isCounted = true;
    const end = () => {
      if (!isCounted) return;
      isCounted = false;
      running[kind]--;
      next();
    };
    const timer = setTimeout(end, longestMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  return {
    /** `isUrgent`: somebody waits for it by now. */
    open: <Result>(isUrgent: () => boolean, work: () => Promise<Result>) =>
      run('opening', { isUrgent }, work),
    /** `signal`: it is not waited for any more. */
    catchUp: <Result>(signal: AbortSignal, work: () => Promise<Result>) =>
      run('catchingUp', { signal }, work),
  };
}
