import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The form of what is kept in `.rappel/`. Raised when queue or history change theirs, with a migration from the one before. */
const FORMAT = 1;

/** Checks the state of a vault before anything uses it; a newer form is refused, a missing one is written. */
export function checkStateFormat(root: string): void {
  const file = join(stateFolder(root), 'format.json');
  const found = readFormat(file);
  if (found === null) writeDurably(file, `${JSON.stringify({ format: FORMAT })}\n`);
  else if (found > FORMAT) {
    throw new RappelError(
      'io',
      `this vault was used by a newer Rappel (format ${found}, this one knows ${FORMAT})`,
      {
        hint: 'Update Rappel; your files are untouched.',
      },
    );
  }
}

function readFormat(file: string): number | null {
  try {
    return Number(JSON.parse(readFileSync(file, 'utf8')).format);
  } catch {
    return null;
  }
}
