import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: a plain hash of it can't be guessed back. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
