import type { RunByName } from '../operations/list.js';
import type { HistoryEntry } from '../service/history/history.js';
import { showPath } from '../vault/paths.js';
import { Cancelled } from './ask.js';
import type { Invocation } from './command.js';
import { stoppable } from './exit-on-signals.js';
import { withMemory } from './open-memory.js';

/** Runs an undo or a restore and prints what it changed. */
export async function revertAndShow(
  invocation: Invocation,
  revert: (run: RunByName, signal: AbortSignal) => Promise<HistoryEntry | null>,
): Promise<void> {
  const { say } = invocation.terminal;
  const entry = await stoppable((signal) =>
    withMemory(invocation, ({ run }) => revert(run, signal)).catch((error) => {
      if (!signal.aborted || error !== signal.reason) throw error;
      invocation.terminal.err(say`Stopped: nothing was changed.`);
      throw new Cancelled();
    }),
  );
  const lines =
    entry === null
      ? [say`Nothing to change: the content is the same already.`]
      : [say(entry.reason), ...entry.files.map(({ path, change }) => `  ${say(change)}  ${showPath(path)}`)];
  invocation.report({ entry }, () => invocation.terminal.out(lines.join('\n')));
}
