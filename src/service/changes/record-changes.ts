import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import type { HistoryEntry } from '../history/history.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { beginChangeset, type Changeset, type ChangesetEntry, type Ending } from './changeset.js';
import { watchChanges } from './watch-changes.js';

/** A vault, and what follows its changes. */
export interface RecordedVault {
  readonly vault: Vault;
  /** Of the wall around it. */
  readonly key?: string;
  afterChanges: AfterChanges;
  /** Ends what killed processes began. */
  recover(): Promise<void>;
  /** Runs `work`, which records its own changes; from `announce` on, a service in another process does not record them. */
  withWriter<Result>(work: (announce: () => void) => Promise<Result>): Promise<Result>;
}

interface Why {
  source: ChangesetEntry['source'];
  /** What the history calls the changes; asked for when they are done. Empty where nothing was meant to change. */
  reason(): string;
  /** What becomes of them where the process ends half-way, and what the history calls them then; left out, they are rolled back. */
  killed?: Ending & { reason: string };
}

/** Runs work on the vault, and records everything it changed as one entry of the history, also where it fails. */
export async function recordChanges<Result>(
  core: RecordedVault,
  why: Why,
  work: (vault: Vault) => Promise<Result>,
): Promise<{ result: Result } & Followed> {
  await core.recover();
  return core.withWriter(async (announce) => {
    const { vault: whole, around } = core.vault.behind ?? {
      vault: core.vault,
      around: (same: Vault) => same,
    };
    const record = createChangeRecord(whole);
    const { source, killed } = why;
    const entry = { source, reason: killed?.reason ?? '', wall: core.key };
    const changeset = beginChangeset(whole.root, entry, killed);
    const isFinished = killed?.unfinished === 'finish';
    const vault = around(
      watchChanges(whole, {
        tell(change, again) {
          announce();
          // What is finished is never rolled back.
          if (!isFinished) changeset.tell(change, again);
          record.tell(change, again);
        },
        ready: changeset.ready,
        wrote: record.wrote,
      }),
    );
    let result: Result;
    try {
      result = await work(vault);
    } catch (error) {
      // What was changed before it is recorded all the same.
      await follow(core, { record, changeset }, why);
      throw error;
    }
    return { result, ...(await follow(core, { record, changeset }, why)) };
  });
}

interface Followed {
  /** Null where nothing was changed, or it could not be recorded. */
  entry: HistoryEntry | null;
  warning: string | null;
}

/** The changes themselves are done: a history or an index that can't follow deserves a warning, not a failure; they are recorded later. */
async function follow(
  core: RecordedVault,
  { record, changeset }: { record: ChangeRecord; changeset: Changeset },
  why: Why,
): Promise<Followed> {
  const { paths, before, written, times } = record;
  if (paths.length === 0) {
    // A change that failed may have happened all the same.
    changeset.rollBack(core.vault.behind?.vault ?? core.vault);
    return { entry: null, warning: null };
  }
  const [source, reason] = [why.source, why.reason()];
  try {
    changeset.made(reason);
  } catch (error) {
    changeset.rollBack(core.vault.behind?.vault ?? core.vault);
    throw error;
  }
  try {
    const entry = await changeset.commit((id) =>
      core.afterChanges(paths, { id, source, reason, before, written, times }),
    );
    return { entry, warning: null };
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    // Without a reason no call succeeded, and the error of the tool says why.
    return { entry: null, warning: reason === '' ? null : `the change is done, but ${error.message}` };
  }
}
