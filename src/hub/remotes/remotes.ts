import { join } from 'node:path';
import type { SharedVault } from '../../service/shared-vault.js';
import type { KeptUpdate, UpdateKeeper } from '../../service/updates/update-keeper.js';
import { errorMessage, RappelError } from '../../shared/errors.js';
import type { Message } from '../../words/message.js';
import { type Ask, createAsk } from '../database/ask.js';
import type { SqlPool } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { type MeetingDeps, meet, newCopy, type RemoteVault } from './meet.js';
import { isUnsent } from './unsent.js';

/** An update may hold images of many megabytes. */
const LONGEST_MS = 10_000;

/** The vaults that the nodes of a hub share through remotes, as one node with its own folder sees them. */
export function createRemotes({
  pool,
  databaseUrl,
  folders,
  node,
  log,
}: {
  pool: SqlPool;
  databaseUrl: string;
  folders: VaultFolders;
  node: { id: string };
  log(message: string): void;
}) {
  const failure = (problem: Message) => new RappelError('busy', 'hub.updates_unknown', { problem });
  const ask = createAsk(pool, { databaseUrl, longestMs: LONGEST_MS, failure });
  const told = new Set<string>();
  let shared = new Set<string>();
  let removed: string[] = [];

  function tell(message: string): void {
    if (!told.has(message)) log(message);
    told.add(message);
  }

  function makeFolder({ name, vault, remote }: RemoteVault): void {
    const root = join(folders.folder, name);
    try {
      if (!folders.join(name, vault, (made) => newCopy(made, remote)))
        tell(
          `${name}: ${root} is not the vault that the hub has under this name, so this node does not serve it`,
        );
    } catch (error) {
      tell(`${name}: ${errorMessage(error)}`);
    }
  }

  return {
    /** Makes the folders of vaults that this node does not have yet. */
    async refresh(): Promise<void> {
      const rows = await ask<RemoteVault & { removed: boolean }>(
        'SELECT vault, name, remote, machine, removed FROM rappel.remotes',
      );
      // This runs every second: without remotes, the folder is not read.
      const names = rows.length === 0 ? [] : folders.names();
      const known = new Set(names.map((name) => folders.idOf(name)));
      for (const row of rows) if (!row.removed && !known.has(row.vault)) makeFolder(row);
      shared = new Set(rows.map(({ vault }) => vault));
      const gone = new Set(rows.flatMap((row) => (row.removed ? [row.vault] : [])));
      removed = names.filter((name) => gone.has(folders.idOf(name) ?? ''));
    },
    /** Vaults that were removed from the hub, and are still served by this node. */
    removed: () => removed,
    /** Ends the part of this node's copy, which stays on the disk. */
    takeOut: (name: string): void => folders.remove(name, { isCopy: true }),
    /** Vaults with changes on this node that their remotes may not have. */
    unsent: (): string[] =>
      shared.size === 0
        ? []
        : folders
            .names()
            .filter((name) => shared.has(folders.idOf(name) ?? '') && isUnsent(join(folders.folder, name))),
    /** Names of vaults with waiting updates that no node leads. */
    async waiting(): Promise<string[]> {
      const rows = await ask<{ vault: string }>(
        `SELECT DISTINCT vault FROM rappel.updates WHERE waits AND NOT EXISTS (SELECT FROM rappel.leases
        WHERE leases.vault = updates.vault AND node IS NOT NULL AND expires > clock_timestamp())`,
      );
      const waiting = new Set(rows.map(({ vault }) => vault));
      return waiting.size === 0
        ? []
        : folders.names().filter((name) => waiting.has(folders.idOf(name) ?? ''));
    },
    /** Null for a vault of this node alone. */
    async find(name: string): Promise<RemoteVault | null> {
      const [row] = await ask<RemoteVault>(
        'SELECT vault, name, remote, machine FROM rappel.remotes WHERE vault = $1',
        [folders.idOf(name)],
      );
      return row ?? null;
    },
    /** What the service of a copy needs to meet the others. */
    join(row: RemoteVault, deps: MeetingDeps): SharedVault {
      const keeper = createUpdateRows(ask, { vault: row.vault, node: node.id });
      const served = async (machine: string) => {
        const known = await ask(
          `UPDATE rappel.remotes SET machine = $2 WHERE vault = $1
          AND EXISTS (SELECT FROM rappel.leases WHERE vault = $1 AND node = $3) RETURNING vault`,
          [row.vault, machine, node.id],
        );
        if (known.length === 0) throw new RappelError('busy', 'hub.lost_lead');
      };
      return { keeper, join: meet(row, deps, { keeper, served }) };
    },
  };
}

/** As many ids as a vault remembers itself: an older update that is sent again is filed again. */
const MOST_IDS = 100_000;
/** A new leader learns the newest ids at once, and older ones when a client sends them again. */
const MOST_LISTED = 1_000;

/** The leader of a vault, by its lease. */
interface Leading {
  vault: string;
  node: string;
}

/** The updates of a vault in PostgreSQL, which accepts them only from the node that leads it. */
function createUpdateRows(ask: Ask, { vault, node }: Leading): UpdateKeeper {
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
