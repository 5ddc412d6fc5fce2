import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ioError, isReadOnly, RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { once } from '../../shared/once.js';
import { readIfThere, readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The version of the format in `.rappel/`. Raised, with a migration, when queue or history change theirs. */
const FORMAT = 1;

interface StateFormat {
  format: number;
  /** Identifies this vault's state: tells two folders at the same address apart (a disk that comes and goes). */
  vault: string;
}

const stateFormat = once(() =>
  z.object({
    format: z.number().optional().catch(undefined),
    vault: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional()
      .catch(undefined),
  }),
);
type StoredFormat = z.infer<ReturnType<typeof stateFormat>>;

type StatePart = 'history.git' | 'state.db';

/** What this user can't read of a vault's state; null if it is readable, or there is none. */
export function unreadableState(root: string, parts: readonly StatePart[]): RappelError | null {
  for (const name of ['', ...parts]) {
    const folder = join(root, '.rappel', name);
    try {
      accessSync(folder, name === 'state.db' ? constants.R_OK : constants.R_OK | constants.X_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return ioError(error, folder);
    }
  }
  return null;
}

/**
 * Makes the state of a vault ready for something to be kept in it: checks it, and writes a missing format. A vault that can't be written can
 * still be read.
 */
export function ensureStateFormat(root: string, parts?: readonly StatePart[]): void {
  const found = checkStateFormat(root, parts);
  if (found?.format === FORMAT && found.vault !== undefined) return;
  try {
    write(root, found?.vault ?? newId());
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** Checks the state of a vault before `parts` of it are read: refuses one that can't be read or has a newer format. Changes nothing. */
export function checkStateFormat(
  root: string,
  parts: readonly StatePart[] = ['history.git', 'state.db'],
): StoredFormat | null {
  const unreadable = unreadableState(root, parts);
  if (unreadable !== null) throw unreadable;
  const found = parseFormat(readIfThere(formatFile(root)));
  if (found?.format !== undefined && found.format > FORMAT) {
    throw new RappelError('io', 'vault.newer_format', { found: found.format, supported: FORMAT });
  }
  return found;
}

/** A copy of a vault is another vault and gets its own name. */
export function renameState(root: string): void {
  checkStateFormat(root);
  write(root, newId());
}

/** Gives the state of `root` the id of a vault that another machine has too. */
export function joinState(root: string, vault: string): void {
  write(root, vault);
}

function write(root: string, vault: string): void {
  const state: StateFormat = { format: FORMAT, vault };
  stateFolder(root);
  writeDurably(formatFile(root), `${JSON.stringify(state)}\n`);
}

/** Null if there is none, or it can't be read. */
export function readStateFormat(root: string): StoredFormat | null {
  return parseFormat(readOrNull(formatFile(root)));
}

function parseFormat(text: string | null): StoredFormat | null {
  try {
    return stateFormat().safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

function formatFile(root: string): string {
  return join(root, '.rappel', 'format.json');
}
