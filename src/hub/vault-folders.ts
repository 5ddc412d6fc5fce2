import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureToken, readToken } from '../service/connection/token.js';
import { openHistory } from '../service/history/open-history.js';
import { writeDurably } from '../service/state/durable.js';
import { ensureStateFormat, joinState, readStateFormat, renameState } from '../service/state/state-format.js';
import { systemClock } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { namesIn, readOrNull } from '../shared/read-or-null.js';
import { ROOT } from '../vault/paths.js';
import { addStarterFiles, makeVaultFolder } from '../vault/starter.js';
import { createVault } from '../vault/vault.js';
import type { Language } from '../words/language.js';

/** A name is a part of an address, of a cookie and of a file name. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/;

/** What the mark of a removed vault says if nodes shared it. */
const COPY = 'copy\n';

/** This mark exists in a vault that was removed from its hub. */
function markIn(root: string): string {
  return join(root, '.rappel', 'removed-from-hub');
}

export type VaultFolders = ReturnType<typeof openVaultFolders>;

/** The folder whose folders are the vaults of a hub. */
export function openVaultFolders(given: string) {
  const folder = resolve(given);
  const rootOf = (name: string) => join(folder, name);
  const isRemoved = (name: string) => NAME.test(name) && existsSync(markIn(rootOf(name)));
  const isVault = (name: string) => {
    const isOut = isRemoved(name);
    return NAME.test(name) && existsSync(join(rootOf(name), '.rappel', 'format.json')) && !isOut;
  };
  const names = (): string[] => readdirSync(folder).filter(isVault).sort();
  const nowhere = join(folder, '.nowhere');
  const idOf = (name: string): string | null => {
    const isThere = isVault(name);
    // A name that is free is looked up too, so that time does not tell which vaults there are.
    const format = readStateFormat(isThere ? rootOf(name) : nowhere);
    return isThere ? (format?.vault ?? null) : null;
  };

  /** Each vault that is the same as another one by its own state, with the names of both: one is a copy of the other. */
  function copies(): [string, string][] {
    const known = new Map<string, string>();
    return names().flatMap((name): [string, string][] => {
      const id = idOf(name) ?? name;
      const other = known.get(id);
      if (other === undefined) known.set(id, name);
      return other === undefined ? [] : [[other, name]];
    });
  }

  return {
    folder,
    /** Where names lead that no vault has: the state of a vault, which is none of this hub. */
    nowhere,
    /** A folder with the state of a vault is one, unless it was removed from the hub. */
    names,
    isRemoved,
    /** Ends the part of a vault in this hub; its files stay. `isCopy`: nodes share the vault. */
    remove(name: string, { isCopy }: { isCopy: boolean }): void {
      writeDurably(markIn(rootOf(name)), isCopy ? COPY : '');
    },
    restore: (name: string): void => rmSync(markIn(rootOf(name)), { force: true }),
    /** The name that a vault has in its own state; null where there is none. */
    idOf,
    copies,
    /** Null where there is no vault of that name. */
    find: (name: string): string | null => (isVault(name) ? rootOf(name) : null),
    /**
     * Makes the folder of a vault that other nodes have; `prepare` writes its state. Returns false if the folder already holds something
     * else. The id is written last: without it, the folder is no vault.
     */
    join(name: string, vault: string, prepare: (root: string) => void): boolean {
      if (names().some((other) => idOf(other) === vault)) return true;
      const root = rootOf(name);
      if (isRemoved(name) && readStateFormat(root)?.vault === vault) {
        rmSync(markIn(root));
        return true;
      }
      if (!NAME.test(name) || isVault(name) || namesIn(root).some((found) => found !== '.rappel'))
        return false;
      makeVaultFolder(root);
      prepare(root);
      joinState(root, vault);
      return true;
    },
    /**
     * Makes a vault, or one of a folder with notes, or a vault of its own of a copy, or takes back a removed one. Returns the file with its
     * token. Throws `invalid_input` or `exists`.
     */
    async add(name: string, language: Language): Promise<{ root: string; file: string }> {
      if (!NAME.test(name)) throw new RappelError('invalid_input', 'hub.bad_name', { vault: name });
      const root = rootOf(name);
      if (isRemoved(name)) {
        // Other nodes have copies of it too: this one becomes a vault of its own.
        if (readOrNull(markIn(root)) === COPY) renameState(root);
        rmSync(markIn(root));
        return { root, file: ensureToken(root).file };
      }
      if (copies().some((pair) => pair.includes(name))) {
        renameState(root);
        rmSync(join(root, '.rappel', 'token'), { force: true });
      }
      if (isVault(name) && readToken(root) !== null)
        throw new RappelError('exists', 'hub.vault_exists', { vault: name, folder });
      makeVaultFolder(root);
      ensureStateFormat(root);
      const vault = createVault({ root, clock: systemClock });
      addStarterFiles(vault, language);
      await (await openHistory(vault)).record({ source: 'init', reason: 'Created the vault', paths: [ROOT] });
      return { root, file: ensureToken(root).file };
    },
  };
}
