import { shellQuoted } from '../../../shared/shell-quoted.js';
import { ROOT_FILES } from '../../../vault/kinds.js';
import { showPath, type VaultPath } from '../../../vault/paths.js';
import type { Check } from '../check.js';

/** What looks like a key, a token or a password. An inbox item with a secret is hidden, and asks about it already. */
export const findExposedSecrets: Check = async ({ facts }) =>
  [...facts.values()]
    .filter(({ kind, secrets }) => kind !== 'inbox' && secrets.length > 0)
    .map(({ path, secrets }) => ({
      kind: 'secret' as const,
      says: `This file seems to hold a secret (${kindsOf(secrets)}) that every assistant can read. Change it where it is used, then remove it here; a purge deletes the file and its history.`,
      places: secrets.map(({ line, text }) => ({ path, line, text })),
      ...(canBePurged(path) && { command: `rappel purge ${shellQuoted(showPath(path))}` }),
    }));

function kindsOf(secrets: readonly { what: string }[]): string {
  return [...new Set(secrets.map(({ what }) => what))].join(', ');
}

function canBePurged(path: VaultPath): boolean {
  return !(ROOT_FILES as readonly string[]).includes(path);
}
