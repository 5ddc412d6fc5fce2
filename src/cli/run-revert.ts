import type { HistoryPort } from '../memory/memory.js';
import type { HistoryEntry } from '../service/history/history.js';
import { showPath } from '../vault/paths.js';
import type { Invocation } from './command.js';
import { withMemory } from './open-memory.js';

/** Runs an undo or a restore and prints what it changed. */
export async function runRevert(
  invocation: Invocation,
  revert: (history: HistoryPort) => Promise<HistoryEntry | null>,
): Promise<void> {
  const entry = await withMemory(invocation, ({ history }) => revert(history));
  const lines =
    entry === null
      ? ['Nothing to change: the content is the same already.']
      : [entry.reason, ...entry.files.map(({ path, change }) => `  ${change}  ${showPath(path)}`)];
  invocation.report({ entry }, () => invocation.terminal.out(lines.join('\n')));
}
