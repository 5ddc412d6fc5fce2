import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../service/state/durable.js';
import { newSecret } from '../../shared/login-secrets.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';

const schema = z.object({
  signing: z.record(z.string(), z.unknown()),
  cookies: z.array(z.string()).min(1),
});

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
  const file = join(root, '.rappel', 'oauth-keys.json');
  const known = schema.safeParse(readJsonOrNull(file)).data;
  if (known !== undefined) return known as OauthKeys;
  const keys = newOauthKeys();
  stateFolder(root);
  writeDurably(file, JSON.stringify(keys));
  return keys;
}
