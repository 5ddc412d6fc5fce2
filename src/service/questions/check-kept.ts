import { localDate } from '../../shared/clock.js';
import { type ComparedPassage, comparePassages } from '../receipts/compare-passages.js';
import { type ReplayDeps, verifyAsOf } from '../receipts/replay.js';
import type { KeptQuestion } from './kept-questions.js';

/**
 * Of the lines of a kept answer. `found`: shown where they were. `moved`: they say the same and are shown elsewhere.
 * `changed`: what they became is shown. `lost`: less than half of them is shown, or they are gone.
 */
export type KeptStatus = 'found' | 'moved' | 'changed' | 'lost';

export interface CheckedPassage extends ComparedPassage {
  found: KeptStatus;
}

export interface CheckedQuestion {
  id: string;
  question: string;
  /** That of its first passage, the one that answers best; `lost` fails the check. */
  status: KeptStatus;
  /** The place of that passage in the answer of now, from 1; null if it is lost. */
  rank: number | null;
  /** All passages that were kept. */
  passages: CheckedPassage[];
  /** What the answer shows first now; null if it shows nothing. */
  first_now: string | null;
}

/** Asks a kept question again, and says whether it still finds its lines. */
export async function checkKept(deps: ReplayDeps, kept: KeptQuestion): Promise<CheckedQuestion> {
  const { answer } = await deps.replay(questionOf(kept));
  const now = answer.files.map(({ ref }) => ref);
  const verified = await verifyAsOf(deps, kept.as_of, kept.refs);
  const { later } = await (await deps.history()).since({ time: new Date(kept.asked) });
  const passages = comparePassages(verified, now, later)
    .filter(({ ref }) => ref !== null)
    .map((passage) => ({ ...passage, found: statusOf(passage) }));
  const [first] = passages;
  const status = first?.found ?? 'lost';
  return {
    id: kept.id,
    question: kept.question,
    status,
    rank: status === 'lost' ? null : first!.rank_now,
    passages,
    first_now: now[0] ?? null,
  };
}

/** As it was asked. */
export function questionOf({
  question,
  scopes,
  date_from,
  date_to,
  as_of,
  max_tokens,
  ...kept
}: KeptQuestion) {
  const asked_on = kept.asked_on ?? localDate(new Date(kept.asked));
  return { question, scopes, date_from, date_to, as_of, asked_on, max_tokens };
}

function statusOf({ status, lines, shown }: ComparedPassage): KeptStatus {
  if (status === 'gone' || shown <= 0.5) return 'lost';
  if (lines === 'unchanged') return 'found';
  return lines === 'moved' ? 'moved' : 'changed';
}
