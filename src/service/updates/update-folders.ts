import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ioError, RappelError } from '../../shared/errors.js';

export type UpdateFolders = ReturnType<typeof createUpdateFolders>;

/** The folders of a queue, one per update, named `000000042-id`: the number is the order. */
export function createUpdateFolders(folder: string) {
  /** The folder of an id never changes its name, but may be gone. */
  const known = new Map<string, string>();
  const list = () => inOrder(names());

  function lookUp(id: string): string | undefined {
    const name = known.get(id);
    if (name !== undefined && existsSync(join(folder, name))) return name;
    known.clear();
    for (const found of list()) known.set(idOf(found), found);
    return known.get(id);
  }

  /** Throws `io` for a queue that can't be read: what waits in it is not known. */
  function names(): string[] {
    try {
      return existsSync(folder) ? readdirSync(folder) : [];
    } catch (error) {
      throw ioError(error, folder);
    }
  }

  return {
    /** Oldest first. */
    list,
    lookUp,
    /** Throws `not_found`. */
    nameOf(id: string): string {
      const name = lookUp(id);
      if (name !== undefined) return name;
      throw noUpdate(id);
    },
    /** A name for the next update, after all others. */
    next(id: string): string {
      const number = Number.parseInt(list().at(-1) ?? '0', 10) + 1;
      const name = `${String(number).padStart(9, '0')}-${id}`;
      known.set(id, name);
      return name;
    },
    /** Out of the queue in one step; a kill leaves a hidden folder that is removed later. */
    remove(name: string): void {
      renameSync(join(folder, name), join(folder, `.${name}`));
      rmSync(join(folder, `.${name}`), { recursive: true, force: true });
    },
    /** Removes unacknowledged inputs and half-removed updates that a kill left. */
    clearDrafts(): void {
      for (const name of names())
        if (name.startsWith('.')) rmSync(join(folder, name), { recursive: true, force: true });
    },
  };
}

export function idOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

function inOrder(names: readonly string[]): string[] {
  const folders = names.filter((name) => /^\d+-/.test(name));
  // The number has nine digits, and more after a thousand million updates.
  const isShort = folders.every((name) => name[9] === '-');
  return isShort ? folders.sort() : folders.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

export function noUpdate(id: string): RappelError {
  return new RappelError('not_found', `no update "${id}"`, { hint: 'List them with: rappel status' });
}
