import { randomBytes } from 'node:crypto';

/** A short name for an entry of the history or an update: ten characters that can be read out and typed. */
export function newId(): string {
  return randomBytes(5).toString('hex');
}

/** Ids may come from outside: they become names of folders. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text);
}
