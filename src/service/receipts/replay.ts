import type { Vault } from '../../vault/vault.js';
import type { Verification } from '../citations/verification.js';
import { verifyReferences } from '../citations/verify.js';
import type { History } from '../history/history.js';
import { createNoHistory } from '../history/no-history.js';
import type { Pasts } from '../past/pasts.js';
import { type ComparedPassage, comparePassages } from './compare-passages.js';
import type { AskedWith, MadeBy, Receipt } from './receipt.js';
import type { Replayer } from './record-answers.js';

/** An answer against the answer to the same question now. */
export interface Replay {
  id: string;
  /** When it was first asked: an ISO time. */
  time: string;
  asked: AskedWith;
  /** True if it shows the same passages in the same order. */
  same: boolean;
  /** Those of the earlier answer in their order, then the new ones. */
  passages: ComparedPassage[];
  /** What else is different: the version of Rappel, the engine, the model … */
  made_by: { name: keyof MadeBy; was: string; now: string }[];
  /** How many entries the history has got since. */
  entries: number;
}

export interface ReplayDeps {
  vault: Vault;
  history(): Promise<History>;
  inPast: Pasts['use'];
  replay: Replayer;
}

/** Asks a question again as it was asked, of the same day, and says what changed. */
export async function replayAnswer(deps: ReplayDeps, before: Receipt): Promise<Replay> {
  const { history, replay } = deps;
  const { id, time, asked } = before;
  const { answer, receipt } = await replay(asked);
  const refs = before.passages.map(({ ref }) => ref);
  const verified = await verifyAsOf(deps, asked.as_of, refs);
  const { later } = await (await history()).since({ head: before.vault.head, time: new Date(time) });
  const now = answer.files.map(({ ref }) => ref);
  const compared = comparePassages(verified, now, later);
  return {
    id,
    time,
    asked,
    same: compared.every(({ status, rank, rank_now }) => status === 'same' && rank === rank_now),
    passages: compared,
    made_by: differences(before.made_by, receipt.made_by),
    entries: later.length,
  };
}

/** An answer as of a day is compared with the files of that day: nothing but a purge changes them. */
export async function verifyAsOf(
  { vault, history, inPast }: ReplayDeps,
  as_of: string | null,
  refs: readonly string[],
): Promise<Verification[]> {
  if (refs.length === 0) return [];
  if (as_of === null) return verifyReferences(vault, history, refs);
  return inPast(as_of, (past) => verifyReferences(past.vault, async () => createNoHistory(), refs));
}

function differences(was: MadeBy, now: MadeBy): Replay['made_by'] {
  const names = Object.keys(now) as (keyof MadeBy)[];
  return names
    .filter((name) => was[name] !== now[name])
    .map((name) => ({ name, was: `${was[name] ?? 'none'}`, now: `${now[name] ?? 'none'}` }));
}
