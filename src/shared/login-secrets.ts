import { createHash, randomBytes } from 'node:crypto';

/** How long a browser stays logged in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** A token, a code, or what a browser sends: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret: it can't be guessed back, and comparing two hashes reveals nothing of use. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
