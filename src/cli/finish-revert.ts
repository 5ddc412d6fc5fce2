import { afterChangesAlone } from '../service/after-changes-alone.js';
import type { History, HistoryEntry } from '../service/history/history.js';
import { openHistory } from '../service/history/open-history.js';
import { openEngine } from '../service/open-engine.js';
import { showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Invocation } from './command.js';
import { openVault } from './run-tools.js';

/** Runs an undo or a restore, then brings tree and index up to date and says what was touched. */
export async function finishRevert(
  invocation: Invocation,
  revert: (vault: Vault, history: History) => Promise<HistoryEntry | null>,
): Promise<void> {
  const { vault } = openVault(invocation);
  const entry = await revert(vault, await openHistory(vault));
  const { terminal } = invocation;
  if (entry !== null) {
    const engine = openEngine(vault, process.env);
    const afterChanges = await afterChangesAlone(vault, engine);
    await afterChanges(
      entry.files.map(({ path }) => path),
      entry,
    );
    engine.close();
  }
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
