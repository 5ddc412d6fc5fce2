import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ioError, RappelError } from '../../shared/errors.js';
import { stateFolder } from '../../vault/state-folder.js';
import { type ExampleOptions, exampleFiles } from './example-files.js';

/**
 * Copies the example memory into a missing or empty folder. Keeps an earlier copy as it is: `fresh` tells which.
 * Throws `exists` for a folder with other content.
 */
export function copyExampleVault(folder: string, options: ExampleOptions): { fresh: boolean } {
  try {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      if (existsSync(join(folder, '.rappel', MARK))) return { fresh: false };
      throw new RappelError('exists', 'demo.not_empty', { folder });
    }
    for (const [path, bytes] of exampleFiles(options)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    writeFileSync(
      join(stateFolder(folder), MARK),
      'A copy of the example memory. You can delete it at any time.\n',
    );
    return { fresh: true };
  } catch (error) {
    throw ioError(error, folder);
  }
}

const MARK = 'example';
