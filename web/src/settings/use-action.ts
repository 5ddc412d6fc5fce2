import { useState } from 'react';
import { useError } from '../api/use-error.js';

/** Something that a button does: whether it is under way, and what went wrong. One at a time. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useError();
  async function run(work: () => Promise<unknown>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failed) {
      if ((failed as Error).name !== 'AbortError') setError(failed);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, run };
}
