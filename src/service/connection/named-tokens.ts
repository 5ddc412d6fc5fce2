import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { newSecret, secretHash } from '../../shared/login-secrets.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { hasControlCharacter, showPath, type VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { parseWall, type Wall } from '../../vault/wall.js';
import { withLock } from '../locks/lock.js';
import { writeDurably } from '../state/durable.js';
import { createTokenUses } from './token-uses.js';

/** A token for one other machine or program. It opens what the vault's own token opens, or some folders of it. */
export interface NamedToken {
  id: string;
  name: string;
  /** The files and folders that it opens, `vault/…`; null for the whole vault. */
  folders: string[] | null;
  /** It changes nothing. */
  read_only: boolean;
  /** Local time. */
  created: string;
  /** In milliseconds since 1970; null if it was never used. */
  last_used: number | null;
}

export type NamedTokens = ReturnType<typeof createNamedTokens>;

const START = 'rappel_';
const MOST = 100;
const NAME = 'a name of 1 to 60 characters';

const kept = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      hash: z.string(),
      created: z.string(),
      folders: z.array(z.string()).optional(),
      read_only: z.literal(true).optional(),
    })
    .strict(),
);

/**
 * The tokens of a vault beside its own. Each can be revoked alone, here or by the command, and counts at once: the file is
 * looked at again when it changed. Only hashes are stored: reading the file gives no access.
 */
export function createNamedTokens(root: string, now: () => number = Date.now) {
  const file = join(root, '.rappel', 'tokens.json');
  let cached: { looks: string; tokens: z.infer<typeof kept> } = { looks: '', tokens: [] };

  const uses = createTokenUses(root, now, () => read().map(({ id }) => id));

  function read(): z.infer<typeof kept> {
    const stats = statSync(file, { throwIfNoEntry: false });
    const looks = stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    if (looks !== cached.looks) cached = { looks, tokens: kept.safeParse(readJsonOrNull(file)).data ?? [] };
    return cached.tokens;
  }

  function change(next: (tokens: z.infer<typeof kept>) => z.infer<typeof kept>): Promise<void> {
    return withLock(root, 'tokens', async () => {
      stateFolder(root);
      writeDurably(file, JSON.stringify(next(read())));
    });
  }

  return {
    list(): NamedToken[] {
      const times = uses.read();
      return read().map(({ hash: _, folders, read_only = false, ...token }) => ({
        ...token,
        read_only,
        folders: folders?.map((path) => showPath(path)) ?? null,
        last_used: times[token.id] ?? null,
      }));
    },
    /**
     * The only time that the token itself is seen. `folders`: the files and folders that it opens; null for the whole vault.
     * `readOnly`: it changes nothing. Throws `invalid_input`, or `exists` for a name that is taken.
     */
    async create(
      given: string,
      folders: readonly VaultPath[] | null = null,
      readOnly = false,
    ): Promise<{ token: string; id: string; name: string }> {
      const name = given.trim();
      if (name === '' || name.length > 60 || hasControlCharacter(name))
        throw new RappelError('invalid_input', `name: expected ${NAME}`);
      const token = START + newSecret();
      const id = newId();
      await change((tokens) => {
        if (tokens.some((other) => other.name === name))
          throw new RappelError('exists', `there is a token named "${name}" already`, {
            hint: 'Choose another name, or revoke that one first.',
          });
        if (tokens.length >= MOST)
          throw new RappelError('invalid_input', `there are ${MOST} tokens already`, {
            hint: 'Revoke one that is not used any more.',
          });
        const created = localTimestamp(new Date(now()));
        const bound = {
          ...(folders && { folders: [...folders] }),
          ...(readOnly && { read_only: true as const }),
        };
        return [...tokens, { id, name, hash: secretHash(token), created, ...bound }];
      });
      return { token, id, name };
    },
    /** By its id or name. Throws `not_found`. */
    async revoke(given: string): Promise<void> {
      await change((tokens) => {
        const left = tokens.filter(({ id, name }) => id !== given && name !== given);
        if (left.length < tokens.length) return left;
        throw new RappelError('not_found', `no token is named "${given}"`, {
          hint: 'See them with: rappel token',
        });
      });
    },
    /** What the token with this id opens; null for the whole vault. One that is not there opens nothing. */
    wallOf(id: string): Wall | null {
      const found = read().find((token) => token.id === id);
      if (found !== undefined && found.folders === undefined) return null;
      return parseWall({ paths: found?.folders ?? [], global: false });
    },
    /** Whether the token with this id changes nothing. */
    isReadOnly: (id: string): boolean => read().find((token) => token.id === id)?.read_only ?? false,
    /** Notes a use of the token with this id. */
    used: uses.record,
    has: (id: string) => read().some((token) => token.id === id),
    /** The id of a token that is valid, whose use is noted; null for any other text. */
    identify(given: string): string | null {
      if (!given.startsWith(START)) return null;
      const hash = secretHash(given);
      const found = read().find((token) => token.hash === hash);
      if (found === undefined) return null;
      uses.record(found.id);
      return found.id;
    },
  };
}
