import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';

/** 120 random bits in base64: guessing is hopeless, so wrong tokens need not lock the login. */
const SHORTEST_TOKEN = 20;

/** Null if the vault was never served. */
export function readToken(root: string): string | null {
  return existsSync(tokenFile(root)) ? readFileSync(tokenFile(root), 'utf8').trim() || null : null;
}

/** The token of a vault, made at the first call and readable by its owner only. Throws if it is too short. */
export function ensureToken(root: string): { token: string; file: string } {
  const file = tokenFile(root);
  let token = readToken(root);
  if (token === null) {
    token = randomBytes(24).toString('base64url');
    stateFolder(root);
    writeDurably(file, `${token}\n`);
  }
  if (token.length >= SHORTEST_TOKEN) return { token, file };
  throw new RappelError('protected', 'token.short', { file });
}

function tokenFile(root: string): string {
  return join(root, '.rappel', 'token');
}
