import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ioError, RappelError } from '../../shared/errors.js';
import { stateFolder } from '../../vault/state-folder.js';

/** The example memory, as it lies in the package. */
export const EXAMPLE_VAULT = fileURLToPath(new URL('../../../examples/vault', import.meta.url));

/**
 * Puts a copy of the example memory into a folder that is missing or empty. A copy made earlier is left as it is: `fresh`
 * tells which. Throws `exists` for a folder with anything else in it.
 */
export function copyExampleVault(folder: string): { fresh: boolean } {
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      if (existsSync(join(folder, '.rappel', MARK))) return { fresh: false };
      throw new RappelError('exists', `${folder} is not empty`, {
        hint: 'Name a folder that is not there yet: rappel demo DIR',
      });
    }
    mkdirSync(folder, { recursive: true });
    cpSync(EXAMPLE_VAULT, folder, { recursive: true });
    writeFileSync(
      join(stateFolder(folder), MARK),
      'A copy of the example memory. It can be removed at any time.\n',
    );
    return { fresh: true };
  } catch (error) {
    throw ioError(error, folder);
  }
}

const MARK = 'example';
