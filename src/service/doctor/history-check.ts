import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import { describeSize } from '../history/describe-size.js';
import type { HistoryEntry } from '../history/history.js';
import { openHistory } from '../history/open-history.js';
import { historyLimitSetting } from '../settings/history-limit.js';
import type { Finding } from './checks.js';

/** Whether the history can be used, how large it is, and what was dropped from it. */
export async function checkHistory(vault: Vault, env: NodeJS.ProcessEnv): Promise<Finding> {
  if (!existsSync(join(vault.root, '.rappel', 'history.git'))) return finding(true, 'nothing yet');
  const limit = historyLimitSetting(env);
  try {
    const history = await openHistory(vault);
    const [last] = await history.list({ limit: 1 });
    if (last === undefined) return finding(true, 'empty');
    const oldest = await history.oldest();
    const says = [`last entry ${shown(last)}`, ...(oldest?.source === 'trim' ? [oldest.reason] : [])];
    const { bytes, dropped, until } = await history.trim({ mostBytes: limit, dryRun: true });
    const size = describeSize({ bytes, dropped: 0, until }, limit);
    if (size === null) return finding(true, says.join('; '));
    return finding(bytes <= limit || dropped > 0, [...says, size].join('; '), 'rappel history --trim');
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return finding(false, error.message, error.hint ?? 'rappel status');
  }
}

function shown({ time, reason }: HistoryEntry): string {
  return `${time.replace('T', ' ')}: ${reason.split('\n')[0]}`;
}

function finding(ok: boolean, says: string, next: string | null = null): Finding {
  return { area: 'history', ok, says, next };
}
