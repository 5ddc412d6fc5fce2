import { localTimestamp } from '../../shared/clock.js';
import { toldOf } from '../../shared/errors.js';
import type { SyncSetting } from '../state/sync-setting.js';

/** Why a sync failed, when, and what to do. */
export type SyncFailure = NonNullable<SyncSetting['problem']>;

export function syncFailure(error: unknown, now: Date): SyncFailure {
  return { time: localTimestamp(now), ...toldOf(error) };
}
