import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { newSecret, secretHash } from '../../shared/login-secrets.js';
import { hasControlCharacter, showPath, type VaultPath } from '../../vault/paths.js';
import { changeState, changeStateLater, flushState, peekState } from '../../vault/state-database.js';
import { parseWall, type Wall } from '../../vault/wall.js';

/** A token for one other machine or program. It opens what the vault's own token opens, or some folders of it. */
export interface NamedToken {
  id: string;
  name: string;
  /** The files and folders that it opens, `vault/…`; null for the whole vault. */
  folders: string[] | null;
  /** It changes nothing. */
  read_only: boolean;
  /** Local time. */
  created: string;
  /** In milliseconds since 1970; null if it was never used. */
  last_used: number | null;
}

export type NamedTokens = ReturnType<typeof createNamedTokens>;

const START = 'rappel_';
const MOST = 100;
const NAME = 'a name of 1 to 60 characters';
/** The time of the last use is written at most this often. */
const EVERY_MS = 60_000;

/**
 * The tokens of a vault beside its own. Each can be revoked alone, here or by the command, and counts at once. Only hashes are stored:
 * reading them gives no access.
 */
export function createNamedTokens(root: string, now: () => number = Date.now) {
  const noted = new Map<string, number>();

  function find(column: 'id' | 'hash', value: string) {
    return peekState(root, undefined, (database) =>
      database.prepare(`SELECT * FROM tokens WHERE ${column} = ?`).get(value),
    );
  }

  /** Notes a use of the token with this id. */
  function used(id: string): void {
    const time = now();
    if (Math.abs(time - (noted.get(id) ?? 0)) < EVERY_MS) return;
    noted.set(id, time);
    changeStateLater(root, (database) => {
      database.prepare('UPDATE tokens SET last_used = ? WHERE id = ?').run(time, id);
    });
  }

  return {
    /** In the order in which they were made. */
    list(): NamedToken[] {
      flushState(root);
      const rows = peekState(root, [], (database) =>
        database.prepare('SELECT * FROM tokens ORDER BY rowid').all(),
      );
      return rows.map(({ id, name, folders, read_only, created, last_used }) => ({
        id: String(id),
        name: String(name),
        folders: pathsIn(folders)?.map((path) => showPath(path)) ?? null,
        read_only: read_only === 1,
        created: String(created),
        last_used: last_used === null ? null : Number(last_used),
      }));
    },
    /**
     * The only time that the token itself is seen. `folders`: the files and folders that it opens; null for the whole vault.
     * `readOnly`: it changes nothing. Throws `invalid_input`, or `exists` for a name that is taken.
     */
    async create(
      given: string,
      folders: readonly VaultPath[] | null = null,
      readOnly = false,
    ): Promise<{ token: string; id: string; name: string }> {
      const name = given.trim();
      if (name === '' || name.length > 60 || hasControlCharacter(name))
        throw new RappelError('invalid_input', 'token.bad_name', { expected: { words: NAME } });
      const token = START + newSecret();
      const id = newId();
      changeState(root, (database) => {
        if (database.prepare('SELECT 1 FROM tokens WHERE name = ?').get(name) !== undefined)
          throw new RappelError('exists', 'token.exists', { name });
        if (Number(database.prepare('SELECT count(*) AS count FROM tokens').get()?.count) >= MOST)
          throw new RappelError('invalid_input', 'token.too_many', { most: MOST });
        const created = localTimestamp(new Date(now()));
        const bound = folders === null ? null : JSON.stringify(folders);
        database
          .prepare(
            'INSERT INTO tokens (id, name, hash, created, folders, read_only) VALUES (?, ?, ?, ?, ?, ?)',
          )
          .run(id, name, secretHash(token), created, bound, readOnly ? 1 : 0);
      });
      return { token, id, name };
    },
    /** By its id or name. Throws `not_found`. */
    async revoke(given: string): Promise<void> {
      changeState(root, (database) => {
        const { changes } = database.prepare('DELETE FROM tokens WHERE id = ? OR name = ?').run(given, given);
        if (Number(changes) > 0) return;
        throw new RappelError('not_found', 'token.unknown', { name: given });
      });
    },
    /** What the token with this id opens; null for the whole vault. One that is not there opens nothing. */
    wallOf(id: string): Wall | null {
      const found = find('id', id);
      if (found !== undefined && found.folders === null) return null;
      return parseWall({ paths: pathsIn(found?.folders) ?? [], global: false });
    },
    /** Whether the token with this id changes nothing. */
    isReadOnly: (id: string): boolean => find('id', id)?.read_only === 1,
    used,
    has: (id: string) => find('id', id) !== undefined,
    /** The id of a token that is valid, whose use is noted; null for any other text. */
    identify(given: string): string | null {
      if (!given.startsWith(START)) return null;
      const found = find('hash', secretHash(given));
      if (found === undefined) return null;
      used(String(found.id));
      return String(found.id);
    },
  };
}

function pathsIn(folders: unknown): VaultPath[] | null {
  return typeof folders === 'string' ? JSON.parse(folders) : null;
}
