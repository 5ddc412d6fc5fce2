import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { newSecret } from '../../shared/login-secrets.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, readState } from '../../vault/state-database.js';

export interface OauthKeys {
  /** A private key that signs what clients may check. */
  signing: JsonWebKey;
  /** Sign the cookies of a sign-in. */
  cookies: string[];
}

export function newOauthKeys(): OauthKeys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return {
    signing: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid },
    cookies: [newSecret()],
  };
}

/** The keys of the authorisation server of a vault; made at the first use. */
export function oauthKeys(root: string): OauthKeys {
  const stored = (database: Database): OauthKeys | null => {
    const row = database.prepare('SELECT keys FROM oauth_keys').get();
    return row === undefined ? null : JSON.parse(String(row.keys));
  };
  const known = readState(root, null, stored);
  if (known !== null) return known;
  const made = newOauthKeys();
  return changeState(root, (database) => {
    const other = stored(database);
    if (other !== null) return other;
    database.prepare('INSERT INTO oauth_keys (keys) VALUES (?)').run(JSON.stringify(made));
    return made;
  });
}
