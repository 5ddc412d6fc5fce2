import { z } from 'zod';
import type { Receipt } from '../service/receipts/receipt.js';
import { createStoredReceipts } from '../service/receipts/stored-receipts.js';
import { RappelError } from '../shared/errors.js';
import { listLimit } from './inputs.js';
import { operation } from './operation.js';

export interface ListedAnswer {
  id: string;
  /** An ISO time. */
  time: string;
  question: string;
  /** How many it shows. */
  passages: number;
}

/** A receipt with the entry that was the newest of the history; null if there was none. */
export interface ExplainedReceipt extends Receipt {
  vault: Receipt['vault'] & { entry: string | null };
}

const MOST_LISTED = 200;

/** How the answers that were given came about. */
export const answersOperations = {
  /** Newest first. */
  'answers/list': operation({
    role: 'reader',
    input: z.strictObject({ limit: listLimit(MOST_LISTED) }),
    async run({ vault }, { limit }): Promise<{ answers: ListedAnswer[] }> {
      const receipts = createStoredReceipts(vault.root).list(Math.min(limit, MOST_LISTED));
      return {
        answers: receipts.map(({ id, time, asked, passages }) => ({
          id,
          time,
          question: asked.question,
          passages: passages.length,
        })),
      };
    },
  }),

  /** `id` may be `last`, the newest answer. */
  'answers/explain': operation({
    role: 'reader',
    input: z.strictObject({ id: z.string('the id of an answer, or "last"') }),
    async run({ vault, history }, { id }): Promise<ExplainedReceipt> {
      const receipts = createStoredReceipts(vault.root);
      const receipt = id === 'last' ? receipts.list(1)[0] : receipts.find(id);
      if (receipt === undefined || receipt === null)
        throw id === 'last'
          ? new RappelError('not_found', 'answer.nothing_asked')
          : new RappelError('not_found', 'answer.unknown', { id });
      const { head } = receipt.vault;
      const entry = await (await history()).newestAt({ head, time: new Date(receipt.time) });
      return { ...receipt, vault: { ...receipt.vault, entry: entry?.id ?? null } };
    },
  }),
};
