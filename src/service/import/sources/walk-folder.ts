import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareNames, hasControlCharacter } from '../../../vault/paths.js';

export interface FoundFile {
  /** From the folder, with `/`. */
  name: string;
  address: string;
}

/** Every file below a folder in the order of names. Hidden ones are not part of it; what is passed over otherwise is told. */
export function* walkFolder(
  folder: string,
  passOver: (name: string, reason: string) => void,
  above = '',
): Generator<FoundFile> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareNames(a.name, b.name));
  for (const entry of entries) {
    const name = `${above}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) passOver(name, 'a link');
    else if (hasControlCharacter(entry.name) || entry.name.includes('\\'))
      passOver(name, 'its name holds characters that the vault does not take');
    else if (entry.isDirectory()) {
      if (MACHINE_MADE.includes(entry.name)) passOver(`${name}/`, 'made by programs');
      else yield* walkFolder(join(folder, entry.name), passOver, `${name}/`);
    } else if (entry.isFile()) yield { name: name.normalize('NFC'), address: join(folder, entry.name) };
  }
}

const MACHINE_MADE = ['node_modules', '__pycache__', '__MACOSX'];
