import { lesserRole, type Role } from '../../operations/role.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { newSecret, secretHash } from '../../shared/login-secrets.js';
import { hasControlCharacter, parsePath, showPath } from '../../vault/paths.js';
import type { VaultFolders } from '../vault-folders.js';
import { recordAudit } from './audit.js';
import type { PeopleDatabase } from './database.js';
import { demandSession, type SignedIn } from './sessions.js';

/** Told apart from the tokens of vaults at a look. */
export const PERSONAL_START = 'rappelp_';
const MOST = 50;

export interface PersonalToken {
  id: string;
  name: string;
  vault: string;
  role: Role;
  folders: string[] | null;
  created: Date;
  used: Date | null;
}

export interface WantedToken {
  name: string;
  vault: string;
  role: Role;
  folders: readonly string[] | null;
}

/** Tokens that people make for their programs. Each opens one vault, with at most what its person may do there, now and later. */
export function createPersonalTokens(
  { ask, work }: PeopleDatabase,
  folders: Pick<VaultFolders, 'idOf' | 'names'>,
) {
  return {
    async list(person: string): Promise<PersonalToken[]> {
      const names = new Map(folders.names().map((name) => [folders.idOf(name), name]));
      const rows = await ask<PersonalToken>(
        'SELECT id, name, vault, role, folders, created, used FROM rappel.personal_tokens WHERE person = $1 ORDER BY name',
        [person],
      );
      return rows.map((row) => ({
        ...row,
        vault: names.get(row.vault) ?? row.vault,
        folders: row.folders?.map((path) => showPath(path)) ?? null,
      }));
    },
    /** The only time that the token itself is seen. Throws `invalid_input`, `exists`, or `not_found` for a vault that is not theirs. */
    async create(
      signedIn: SignedIn,
      wanted: WantedToken,
      address: string,
    ): Promise<{ token: string; id: string }> {
      const { person, email } = signedIn;
      const name = wanted.name.trim();
      if (name === '' || name.length > 60 || hasControlCharacter(name))
        throw new RappelError('invalid_input', 'token.name_length');
      const paths = wanted.folders?.map((path) => parsePath(path)) ?? null;
      const token = PERSONAL_START + newSecret();
      const id = newId();
      const vault = folders.idOf(wanted.vault) ?? '';
      await work(async (client) => {
        await demandSession(client, signedIn);
        const [own] = await client.query<{ role: Role }>(
          'SELECT role FROM rappel.memberships WHERE person = $1 AND vault = $2 FOR KEY SHARE',
          [person, vault],
        );
        if (own === undefined) throw new RappelError('not_found', 'person.no_vault', { vault: wanted.vault });
        const others = await client.query<{ name: string }>(
          'SELECT name FROM rappel.personal_tokens WHERE person = $1',
          [person],
        );
        if (others.some((other) => other.name === name))
          throw new RappelError('exists', 'token.exists', { name });
        if (others.length >= MOST) throw new RappelError('invalid_input', 'token.too_many', { most: MOST });
        await client.query(
          `INSERT INTO rappel.personal_tokens (hash, id, person, vault, name, role, folders)
          VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [secretHash(token), id, person, vault, name, lesserRole(wanted.role, own.role), paths],
        );
        await recordAudit(client, {
          person: email,
          address,
          vault: wanted.vault,
          action: 'create token',
          detail: name,
        });
      });
      return { token, id };
    },
    /** Throws `not_found` for one of somebody else too. */
    async revoke({ person, email }: SignedIn, id: string, address: string): Promise<void> {
      await work(async (client) => {
        const [ended] = await client.query<{ name: string }>(
          'DELETE FROM rappel.personal_tokens WHERE person = $1 AND id = $2 RETURNING name',
          [person, id],
        );
        if (ended === undefined) throw new RappelError('not_found', 'token.missing');
        await recordAudit(client, { person: email, address, action: 'revoke token', detail: ended.name });
      });
    },
  };
}
