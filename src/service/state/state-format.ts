import { join } from 'node:path';
import { z } from 'zod';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The version of the format in `.rappel/`. Raised, with a migration, when queue or history change theirs. */
const FORMAT = 1;

interface StateFormat {
  format: number;
  /** Identifies this vault's state: tells two folders at the same address apart (a disk that comes and goes). */
  vault: string;
}

const stateFormat = z.object({
  format: z.number().optional().catch(undefined),
  vault: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/** Checks the state of a vault before anything uses it; refuses a newer format, writes a missing one. */
export function checkStateFormat(root: string): void {
  const found = readStateFormat(root);
  if (found?.format !== undefined && found.format > FORMAT) {
    throw new RappelError(
      'io',
      `this vault was used by a newer Rappel (format ${found.format}; this version supports ${FORMAT})`,
      { hint: 'Update Rappel; your files are untouched.' },
    );
  }
  if (found?.format !== FORMAT || found.vault === undefined) write(root, found?.vault ?? newId());
}

/** A copy of a vault is another vault and gets its own name. */
export function renameState(root: string): void {
  checkStateFormat(root);
  write(root, newId());
}

function write(root: string, vault: string): void {
  const state: StateFormat = { format: FORMAT, vault };
  writeDurably(join(stateFolder(root), 'format.json'), `${JSON.stringify(state)}\n`);
}

/** Null if there is none, or it can't be read. */
export function readStateFormat(root: string): z.infer<typeof stateFormat> | null {
  return stateFormat.safeParse(readJsonOrNull(join(root, '.rappel', 'format.json'))).data ?? null;
}
