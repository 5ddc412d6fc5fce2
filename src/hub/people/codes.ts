import { newSecret, secretHash } from '../../shared/login-secrets.js';
import type { SqlClient } from '../database/sql.js';

export type CodeKind = 'invitation' | 'passkey' | 'openid';

export const INVITATION_SECONDS = 7 * 24 * 60 * 60;

/** How long a code is good for. */
const SECONDS: Record<CodeKind, number> = {
  invitation: INVITATION_SECONDS,
  passkey: 5 * 60,
  openid: 10 * 60,
};

export interface Redeemed {
  person: string | null;
  content: string;
}

/** Makes a secret that is good once. */
export async function issueCode(
  client: SqlClient,
  kind: CodeKind,
  { person = null, content = '' }: Partial<Redeemed> = {},
): Promise<string> {
  const code = newSecret();
  await client.query('DELETE FROM rappel.codes WHERE expires < clock_timestamp()');
  await client.query(
    `INSERT INTO rappel.codes (hash, kind, person, content, expires)
    VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second')`,
    [secretHash(code), kind, person, content, SECONDS[kind]],
  );
  return code;
}

/** What a code was made for; null where it was used, has ended or never was. */
export async function redeemCode(client: SqlClient, kind: CodeKind, code: string): Promise<Redeemed | null> {
  const [found] = await client.query<Redeemed>(
    `DELETE FROM rappel.codes WHERE hash = $1 AND kind = $2 AND expires > clock_timestamp() RETURNING person, content`,
    [secretHash(code), kind],
  );
  return found ?? null;
}
