import type { UpdateInput } from '../../agents/update.js';
import type { RecordedVault } from '../changes/record-changes.js';
import { drawFromSessions } from './draw-sessions.js';
import { fileSessions } from './file-sessions.js';
import { pickUpAll } from './pick-up.js';
import { sessionFiles } from './session-files.js';

/** Hooks write to a folder and tell nobody: it is looked at this often. */
const LOOK_MS = 2_000;
/** Sessions that did not end are looked at once in so many times. */
const PICK_UP_EVERY = 30;

/**
 * Files what hooks capture for as long as a process runs, and enters an update for each session that ended. `attempt` reports a
 * failure; the next look tries again.
 */
export function keepFiling(
  core: RecordedVault,
  update: (input: UpdateInput, id: string) => Promise<unknown>,
  attempt: (work: () => Promise<unknown>) => Promise<unknown>,
) {
  const files = sessionFiles(core.vault.root);
  let running: Promise<unknown> | null = null;
  let looks = 0;

  async function file(): Promise<void> {
    try {
      await pickUpAll(core.vault.root);
    } finally {
      await fileSessions(core);
      await drawFromSessions(core.vault, update);
    }
  }

  function look(): void {
    const isTime = looks++ % PICK_UP_EVERY === 0 && files.openIds().length > 0;
    if (running !== null || !(isTime || files.isWaiting() || files.undrawnIds().length > 0)) return;
    running = attempt(file).finally(() => {
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
