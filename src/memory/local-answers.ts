import type { Core } from '../service/core.js';
import type { Receipt } from '../service/receipts/receipt.js';
import { createStoredReceipts } from '../service/receipts/stored-receipts.js';
import { RappelError } from '../shared/errors.js';
import type { Answers } from './answers.js';

const MOST_LISTED = 200;

export function localAnswers(core: Core): Answers {
  const receipts = createStoredReceipts(core.vault.root);

  function find(id: string): Receipt {
    const found = id === 'last' ? receipts.list(1)[0] : receipts.find(id);
    if (found !== undefined && found !== null) return found;
    throw new RappelError(
      'not_found',
      id === 'last' ? 'nothing was asked yet' : `there is no answer "${id}"`,
      {
        hint: 'List the answers with: rappel explain',
      },
    );
  }

  return {
    async list(limit) {
      return receipts.list(Math.min(limit, MOST_LISTED)).map(({ id, time, asked, passages }) => ({
        id,
        time,
        question: asked.question,
        passages: passages.length,
      }));
    },
    async explain(id) {
      const receipt = find(id);
      const { head } = receipt.vault;
      const history = await core.history();
      const entry = await history.newestAt({ head, time: new Date(receipt.time) });
      return { ...receipt, vault: { ...receipt.vault, entry: entry?.id ?? null } };
    },
  };
}
