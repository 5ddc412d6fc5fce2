import { Hono } from 'hono';
import { isNonce, type Proof } from '../service/connection/proof.js';
import { RappelError } from '../shared/errors.js';

/** Needs no token: clients verify the service with it before they send anything, the token included. */
export function identityRoutes(prove: (nonce: string) => Proof) {
  return new Hono().get('/', (context) => {
    const nonce = context.req.query('nonce') ?? '';
    if (isNonce(nonce)) return context.json(prove(nonce));
    throw new RappelError('invalid_input', 'nonce: expected 24 random bytes in base64url');
  });
}
