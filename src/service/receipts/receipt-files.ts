import { createRecordFiles } from '../state/record-files.js';
import type { Receipt } from './receipt.js';
import { parseReceipt } from './stored-receipt.js';

const LIMITS = { most: 500, mostBytes: 8 * 1024 * 1024 };
/** Looking at the size of each takes a command longer than the rest of a receipt: every so many, the oldest are removed. */
const PRUNE_EVERY = 20;

/** The receipts of a vault's answers, on disk. */
export function createReceiptFiles(root: string, limits = LIMITS) {
  const files = createRecordFiles({ root, folder: 'receipts', limits, parse: parseReceipt });
  return {
    /** Newest first. */
    list(limit: number): Receipt[] {
      return files
        .names()
        .slice(0, limit)
        .flatMap((name) => files.read(name) ?? []);
    },
    find: files.find,
    /** Never throws: an answer without a receipt is an answer. */
    write(receipt: Receipt): void {
      files.write(Date.parse(receipt.time), receipt);
      if (files.count() % PRUNE_EVERY === 0) files.prune();
    },
    /** Removes those of which `isHit` is true, and those that hold words of the vault: they may be of any file. */
    purge: (isHit: (json: string) => boolean): number =>
      files.purge((json) => isHit(json) || holdsWords(parseReceipt(json))),
  };
}

function holdsWords(receipt: Receipt | null): boolean {
  return receipt?.stages.some(({ name, reason }) => TELLS_WORDS.includes(name) && reason !== null) ?? true;
}

const TELLS_WORDS: readonly string[] = ['spelling', 'scopes'];
