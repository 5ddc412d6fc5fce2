import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import type { HistoryEntry, Source } from '../history/history.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { type Tell, watchChanges } from './watch-changes.js';

/** A vault, and what follows its changes. */
export interface RecordedVault {
  readonly vault: Vault;
  afterChanges: AfterChanges;
  /** Runs `work`, which records its own changes; from `announce` on, a service in another process does not record them. */
  withWriter<Result>(work: (announce: () => void) => Promise<Result>): Promise<Result>;
}

interface Why {
  source: Source;
  /** What the history calls the changes; asked for when they are done. Empty where nothing was meant to change. */
  reason(): string;
}

/** Runs work on the vault, and records everything it changed as one entry of the history, also where it fails. */
export async function recordChanges<Result>(
  core: RecordedVault,
  why: Why,
  work: (vault: Vault) => Promise<Result>,
): Promise<{ result: Result } & Followed> {
  return core.withWriter(async (announce) => {
    const { vault: whole, around } = core.vault.behind ?? {
      vault: core.vault,
      around: (same: Vault) => same,
    };
    const record = createChangeRecord(whole);
    const tell: Tell = (change, again) => {
      announce();
      record.tell(change, again);
    };
    const vault = around(watchChanges(whole, tell, record.wrote));
    try {
      const result = await work(vault);
      return { result, ...(await follow(core, record, why)) };
    } catch (error) {
      // What was changed before it is recorded all the same.
      await follow(core, record, why);
      throw error;
    }
  });
}

interface Followed {
  /** Null where nothing was changed, or it could not be recorded. */
  entry: HistoryEntry | null;
  warning: string | null;
}

/** The changes themselves are done: a history or an index that can't follow deserves a warning, not a failure. */
async function follow(
  core: RecordedVault,
  { paths, before, written, times }: ChangeRecord,
  why: Why,
): Promise<Followed> {
  if (paths.length === 0) return { entry: null, warning: null };
  const [source, reason] = [why.source, why.reason()];
  try {
    const entry = await core.afterChanges(paths, { source, reason, before, written, times });
    return { entry, warning: null };
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    // Without a reason no call succeeded, and the error of the tool says why.
    return { entry: null, warning: reason === '' ? null : `the change is done, but ${error.message}` };
  }
}
