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
  const { terminal } = invocation;
  if (invocation.flag('json')) {
    terminal.out(JSON.stringify({ ok: true, entry }));
    return;
  }
  if (entry === null) terminal.out('Nothing to change: the content is the same already.');
  else
    terminal.out(
      `${entry.reason}\n${entry.files.map(({ path, change }) => `  ${change}  ${showPath(path)}`).join('\n')}`,
    );
}
