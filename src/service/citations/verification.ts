import type { HistoryEntry } from '../history/history.js';

/** Whether cited lines still say the same, and where. `unknown`: the history has no version with these lines. */
export type Verdict = 'unchanged' | 'moved' | 'changed' | 'deleted' | 'unknown';

export interface Location {
  /** `vault/…` */
  path: string;
  /** `12-17` */
  lines: string;
}

/** What became of one range of a reference. */
export interface RangeVerification {
  /** As cited: `9-14`. */
  lines: string;
  status: Verdict;
  /** Where its lines are now; several where they were torn apart, none if all are gone. */
  now: Location[];
  /** From the cited lines to those that stand there now, if they changed. */
  diff?: string;
  /** The last change of these lines; absent where they hold, and for an edit that is not recorded yet. */
  entry?: Pick<HistoryEntry, 'id' | 'time' | 'source' | 'reason'>;
}

export interface Verification {
  ref: string;
  /** True if every line still says the same, wherever it is. */
  holds: boolean;
  status: Verdict;
  ranges: RangeVerification[];
}

/** The verdict on a reference, from those on its ranges. */
export function summarise(ref: string, ranges: RangeVerification[]): Verification {
  const all = new Set(ranges.map(({ status }) => status));
  const only = all.size === 1 ? ranges[0]!.status : undefined;
  const holds = [...all].every((status) => status === 'unchanged' || status === 'moved');
  const mixed = holds ? 'moved' : 'changed';
  return { ref, holds, status: only ?? mixed, ranges };
}
