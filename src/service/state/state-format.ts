import { join } from 'node:path';
import { z } from 'zod';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The form of what is kept in `.rappel/`. Raised when queue or history change theirs, with a migration from the one before. */
const FORMAT = 1;

interface StateFormat {
  format: number;
  /** A name of this vault's state: two folders at the same address (a disk that comes and goes) are told apart by it. */
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

/** Checks the state of a vault before anything uses it; a newer form is refused, a missing one is written. */
export function checkStateFormat(root: string): void {
  const found = readStateFormat(root);
  if (found?.format !== undefined && found.format > FORMAT) {
    throw new RappelError(
      'io',
      `this vault was used by a newer Rappel (format ${found.format}, this one knows ${FORMAT})`,
      { hint: 'Update Rappel; your files are untouched.' },
    );
  }
  if (found?.format !== FORMAT || found.vault === undefined) write(root, found?.vault ?? newId());
}

/** A copy of a vault is another vault, and gets a name of its own. */
export function renameState(root: string): void {
  checkStateFormat(root);
  write(root, newId());
}

function write(root: string, vault: string): void {
  const state: StateFormat = { format: FORMAT, vault };
  writeDurably(join(stateFolder(root), 'format.json'), `${JSON.stringify(state)}\n`);
}

/** Null where there is none, or none that can be read. */
export function readStateFormat(root: string): z.infer<typeof stateFormat> | null {
  return stateFormat.safeParse(readJsonOrNull(join(root, '.rappel', 'format.json'))).data ?? null;
}
