import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareNames, hasControlCharacter } from '../../../vault/paths.js';
import { LINK, type SourceFile } from '../source-file.js';

export interface FoundFile extends SourceFile {
  /** From the root, with `/`. */
  name: string;
}

/** Every file below a folder, in the order of names. Hidden files are left out; `passOver` hears of everything else that is. */
export function* walkFolder(
  root: string,
  passOver: (name: string, reason: string) => void,
  above = '',
): Generator<FoundFile> {
  const folder = join(root, above);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareNames(a.name, b.name));
  for (const entry of entries) {
    const name = `${above}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) passOver(name, LINK);
    else if (hasControlCharacter(entry.name) || entry.name.includes('\\'))
      passOver(name, "its name holds characters that a vault can't use");
    else if (entry.isDirectory()) {
      if (MACHINE_MADE.includes(entry.name)) passOver(`${name}/`, 'made by programs');
      else yield* walkFolder(root, passOver, `${name}/`);
    } else if (entry.isFile()) yield { name: name.normalize('NFC'), root, address: join(folder, entry.name) };
  }
}

const MACHINE_MADE = ['node_modules', '__pycache__', '__MACOSX'];
