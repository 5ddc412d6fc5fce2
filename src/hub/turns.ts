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
 * for what changed while it was closed, but those in which updates wait for that.
 */
export function createTurns(longestMs = LONGEST_MS) {
  const waiting = new Set<Waiting>();
  const running: Record<Kind, number> = { opening: 0, catchingUp: 0 };

  function isOpening(all: readonly Waiting[]): boolean {
    return running.opening > 0 || all.some(({ kind }) => kind === 'opening');
  }

  function next(): void {
    const all = [...waiting];
    const mustWait = isOpening(all);
    const able = all.filter(
      ({ kind, isUrgent }) => running[kind] < MOST[kind] && (kind === 'opening' || !mustWait || isUrgent()),
    );
    const chosen = able.find(({ isUrgent }) => isUrgent()) ?? able[0];
    if (chosen === undefined) return;
    chosen.begin();
    next();
  }

  async function run<Result>(
    kind: Kind,
    { isUrgent, signal }: { isUrgent(): boolean; signal?: AbortSignal },
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
    /** True while a vault is opened, or waits for its turn. */
    isOpening: () => isOpening([...waiting]),
    /** `isUrgent`: updates wait for it; `signal`: nothing waits for it any more. */
    catchUp: <Result>(signal: AbortSignal, isUrgent: () => boolean, work: () => Promise<Result>) =>
      run('catchingUp', { isUrgent, signal }, work),
  };
}
