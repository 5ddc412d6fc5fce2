import { join } from 'node:path';
import { z } from 'zod';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { writeWhole } from '../state/durable.js';

/** The time of the last use is written at most this often. */
const EVERY_MS = 60_000;

const kept = z.record(z.string(), z.number());

/**
 * When each token was last used. It has its own file, so that a request never overwrites a token that a command just made or revoked.
 * `known`: the ids of all tokens.
 */
export function createTokenUses(root: string, now: () => number, known: () => readonly string[]) {
  const file = join(root, '.rappel', 'token-uses.json');
  /** In milliseconds since 1970, by id. */
  const read = () => kept.safeParse(readJsonOrNull(file)).data ?? {};

  return {
    read,
    record(id: string): void {
      const uses = read();
      if (Math.abs(now() - (uses[id] ?? 0)) < EVERY_MS) return;
      const ids = new Set(known());
      const next = Object.entries({ ...uses, [id]: now() }).filter(([used]) => ids.has(used));
      try {
        writeWhole(file, JSON.stringify(Object.fromEntries(next)));
      } catch {
        // The disk is full or read-only: the token works anyway.
      }
    },
  };
}
