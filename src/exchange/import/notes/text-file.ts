import { RappelError } from '../../../shared/errors.js';
import { type Decoded, decode, NOT_DECODED } from '../../../vault/encoding.js';
import { readSourceFile, type SourceFile } from '../source-file.js';

/** The text of a file. Throws `not_text` if it is not text, or in an encoding that Rappel does not read. */
export function readTextFile(file: SourceFile): Decoded {
  const decoded = decode(readSourceFile(file));
  if (decoded === null) throw new RappelError('not_text', 'import.item', { reason: { words: NOT_DECODED } });
  return decoded;
}
