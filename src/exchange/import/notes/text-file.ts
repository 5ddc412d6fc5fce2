import { RappelError } from '../../../shared/errors.js';
import { type Decoded, decode } from '../../../vault/encoding/decode.js';
import { readSourceFile, type SourceFile } from '../source-file.js';

/** The text of a file in any encoding. Throws `not_text` if it is not text, or if its encoding can't be told. */
export function readTextFile(file: SourceFile): Decoded {
  const bytes = readSourceFile(file);
  const decoded = decode(bytes);
  if (decoded !== null) return decoded;
  const isBinary = bytes.includes(0);
  throw new RappelError(
    'not_text',
    isBinary ? 'not a text file' : "its encoding can't be recognised; convert it to UTF-8",
  );
}
