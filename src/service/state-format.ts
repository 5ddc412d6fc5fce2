import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The form of what is kept in `.rappel/`. Raised when queue or history change theirs, with a migration from the one before. */
const FORMAT = 1;

interface StateFormat {
  format: number;
  /** A name of this vault's state: two folders at the same address (a disk that comes and goes) are told apart by it. */
  vault: string;
}

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
  if (found?.format === FORMAT && typeof found.vault === 'string') return;
  const state: StateFormat = { format: FORMAT, vault: found?.vault ?? newId() };
  writeDurably(join(stateFolder(root), 'format.json'), `${JSON.stringify(state)}\n`);
}

/** Null where there is none, or none that can be read. */
export function readStateFormat(root: string): Partial<StateFormat> | null {
  try {
    const found = JSON.parse(readFileSync(join(root, '.rappel', 'format.json'), 'utf8'));
    return typeof found === 'object' && found !== null ? found : null;
  } catch {
    return null;
  }
}
