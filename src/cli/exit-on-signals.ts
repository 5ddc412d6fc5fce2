/** Exits normally on a signal, so that temporary files and the status line are removed. */
export function exitOnSignals(): void {
  process.once('SIGINT', exitOnInterrupt);
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));
}

/** Lets `work` stop at a good place: the first Ctrl-C aborts its signal, the second ends the process. */
export async function stoppable<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const abort = () => {
    stop.abort();
    process.once('SIGINT', exitOnInterrupt);
  };
  process.off('SIGINT', exitOnInterrupt);
  process.once('SIGINT', abort);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', abort);
    process.off('SIGINT', exitOnInterrupt);
    process.once('SIGINT', exitOnInterrupt);
  }
}

function exitOnInterrupt(): void {
  process.exit(130);
}
