import type { RecordedVault } from '../updates/record-changes.js';
import { fileSessions } from './file-sessions.js';
import { sessionFiles } from './session-files.js';

/** Hooks write to a folder and tell nobody: it is looked at this often. */
const LOOK_MS = 2_000;

/** Files what hooks capture for as long as a process runs. `attempt` reports a failure; the next look tries again. */
export function keepFiling(core: RecordedVault, attempt: (work: () => Promise<unknown>) => Promise<unknown>) {
  const files = sessionFiles(core.vault.root);
  let running: Promise<unknown> | null = null;

  function look(): void {
    if (running !== null || !files.isWaiting()) return;
    running = attempt(() => fileSessions(core)).finally(() => {
      running = null;
    });
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    look,
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
