import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, RappelError, systemError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import { describeSize } from '../history/describe-size.js';
import type { HistoryEntry } from '../history/history.js';
import { openHistory } from '../history/open-history.js';
import { historyLimitSetting } from '../settings/history-limit.js';
import { unreadableState } from '../state/state-format.js';

interface HistoryHealth {
  ok: boolean;
  says: string;
  /** The command to run next, where something is wrong or could be better. */
  next: string | null;
}

/** Whether the history can be used, how large it is, and which entries were dropped. */
export async function historyHealth(vault: Vault, env: NodeJS.ProcessEnv): Promise<HistoryHealth> {
  const unreadable = unreadableState(vault.root, ['history.git']);
  if (unreadable !== null) return health(false, errorMessage(unreadable), unreadable.hint);
  if (!existsSync(join(vault.root, '.rappel', 'history.git')))
    return health(true, 'none yet: no change is recorded', 'rappel serve');
  const limit = historyLimitSetting(env);
  try {
    const history = await openHistory(vault);
    const [last] = await history.list({ limit: 1 });
    if (last === undefined) return health(true, 'empty');
    const oldest = await history.oldest();
    const says = [`last entry ${shown(last)}`, ...(oldest?.source === 'trim' ? [oldest.reason] : [])];
    const { bytes, dropped, until } = await history.trim({ mostBytes: limit, dryRun: true });
    const size = describeSize({ bytes, dropped: 0, until }, limit);
    if (size === null) return health(true, says.join('; '));
    return health(bytes <= limit || dropped > 0, [...says, size].join('; '), 'rappel history --trim');
  } catch (cause) {
    const error = systemError(cause);
    if (!(error instanceof RappelError)) throw error;
    return health(false, errorMessage(error), error.hint ?? 'rappel status');
  }
}

function shown({ time, reason }: HistoryEntry): string {
  return `${time.replace('T', ' ')}: ${reason.split('\n')[0]}`;
}

function health(ok: boolean, says: string, next: string | null = null): HistoryHealth {
  return { ok, says, next };
}
