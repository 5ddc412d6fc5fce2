import type { KeptUpdate, UpdateKeeper } from '../../service/updates/update-keeper.js';
import { RappelError } from '../../shared/errors.js';
import type { Ask } from '../database/ask.js';

/** As many ids as a vault remembers itself: an older update that is sent again is filed again. */
const MOST_IDS = 100_000;
/** A new leader learns the newest ids at once, and older ones when a client sends them again. */
const MOST_LISTED = 1_000;

/** The leader of a vault, by its lease. */
export interface Leading {
  vault: string;
  node: string;
}

/** The updates of a vault in PostgreSQL, which accepts them only from the node that leads it. */
export function createUpdateRows(ask: Ask, { vault, node }: Leading): UpdateKeeper {
  const leads = `EXISTS (SELECT FROM rappel.leases WHERE vault = $1 AND node = $2)`;
  const leading = [vault, node];

  return {
    async keep({ id, digest, accepted, content }, again = false) {
      const [row] = await ask<{ digest: string; isFiled: boolean; isNew: boolean }>(
        `INSERT INTO rappel.updates (vault, id, digest, accepted, content) SELECT $1, $3, $4, $5, $6 WHERE ${leads}
        ON CONFLICT (vault, id) DO UPDATE
        SET content = CASE WHEN $7 THEN excluded.content ELSE updates.content END, waits = updates.waits OR $7
        RETURNING digest, content IS NULL AS "isFiled", xmax = 0 AS "isNew"`,
        [...leading, id, digest, accepted, content, again],
      );
      if (row === undefined) throw new RappelError('busy', 'hub.not_leading');
      if (row.digest !== digest) return 'other';
      if (row.isFiled) return 'filed';
      return row.isNew ? 'kept' : 'known';
    },
    async drop(id) {
      await ask(`DELETE FROM rappel.updates WHERE vault = $1 AND id = $3 AND ${leads}`, [...leading, id]);
    },
    async settle(filed, failed) {
      if (filed.length > 0)
        await ask(
          'UPDATE rappel.updates SET content = NULL, waits = false WHERE vault = $1 AND id = ANY ($2::text[])',
          [vault, filed],
        );
      if (failed.length > 0)
        await ask(
          `UPDATE rappel.updates SET waits = false WHERE vault = $1 AND id = ANY ($3::text[]) AND ${leads}`,
          [...leading, failed],
        );
    },
    async list() {
      // One statement: a node that takes over many vaults waits for each answer.
      return ask<KeptUpdate>(
        `WITH forgotten AS (
          DELETE FROM rappel.updates WHERE vault = $1 AND content IS NULL AND number <=
          (SELECT number FROM rappel.updates WHERE vault = $1 ORDER BY number DESC OFFSET ${MOST_IDS} LIMIT 1)
        )
        SELECT id, digest, accepted, content FROM rappel.updates
        WHERE vault = $1 AND (content IS NOT NULL OR number IN
          (SELECT number FROM rappel.updates WHERE vault = $1 ORDER BY number DESC LIMIT ${MOST_LISTED}))
        ORDER BY number`,
        [vault],
      );
    },
  };
}
