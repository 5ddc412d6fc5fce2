import { changeState, changeStateLater, flushState, peekState } from '../../vault/state-database.js';
import { stateOf } from '../../vault/state-folder.js';
import type { Receipt } from './receipt.js';

const LIMITS = { most: 500, mostBytes: 8 * 1024 * 1024 };

/** The receipts of a vault's answers; those behind a wall are apart. They are no user data: nobody waits for the disk. */
export function createStoredReceipts(vaultRoot: string, limits = LIMITS) {
  const { root, wall } = stateOf(vaultRoot);
  return {
    /** Newest first. */
    list(limit: number): Receipt[] {
      flushState(root);
      const rows = peekState(root, [], (database) =>
        database
          .prepare('SELECT content FROM receipts WHERE wall = ? ORDER BY time DESC, rowid DESC LIMIT ?')
          .all(wall, limit),
      );
      return rows.map(({ content }) => JSON.parse(String(content)));
    },
    find(id: string): Receipt | null {
      flushState(root);
      return peekState(root, null, (database) => {
        const row = database.prepare('SELECT content FROM receipts WHERE wall = ? AND id = ?').get(wall, id);
        return row === undefined ? null : JSON.parse(String(row.content));
      });
    },
    /** Never throws: an answer without a receipt is an answer. */
    write(receipt: Receipt): void {
      changeStateLater(root, (database) => {
        database
          .prepare('INSERT OR REPLACE INTO receipts (id, wall, time, content) VALUES (?, ?, ?, ?)')
          .run(receipt.id, wall, Date.parse(receipt.time), JSON.stringify(receipt));
        database
          .prepare(
            `DELETE FROM receipts WHERE rowid IN (
              SELECT rowid FROM (
                SELECT rowid, row_number() OVER newest AS nth, sum(octet_length(content)) OVER newest AS bytes
                FROM receipts WHERE wall = ? WINDOW newest AS (ORDER BY time DESC, rowid DESC)
              ) WHERE nth > ? OR bytes > ?
            )`,
          )
          .run(wall, limits.most, limits.mostBytes);
      });
    },
  };
}

/** Removes those of which `isHit` is true, behind any wall, and those that hold words of the vault: they may be of any file. */
export function purgeReceipts(root: string, isHit: (json: string) => boolean): number {
  flushState(root);
  const rows = peekState(root, [], (database) =>
    database.prepare('SELECT rowid, content FROM receipts').all(),
  );
  const hit = rows.filter(({ content }) => isHit(String(content)) || holdsWords(JSON.parse(String(content))));
  if (hit.length > 0)
    changeState(root, (database) => {
      const remove = database.prepare('DELETE FROM receipts WHERE rowid = ?');
      for (const { rowid } of hit) remove.run(rowid!);
    });
  return hit.length;
}

function holdsWords({ stages }: Receipt): boolean {
  return stages.some(({ name, reason }) => TELLS_WORDS.includes(name) && reason !== null);
}

const TELLS_WORDS: readonly string[] = ['spelling', 'scopes'];
