import { createHmac, randomBytes } from 'node:crypto';
import { maskIn } from '../shared/secrets.js';

/**
 * Marks text from the vault or from outside as data. `source` names where it comes from and is never taken
 * from that text.
 */
export type DataMark = (source: string, text: string) => string;

/**
 * The data mark of one process. A block ends only at the closing tag with its own id, so no note can imitate
 * the prompt around it; the text itself stays byte for byte. The id is a keyed hash of the block: without the
 * key, which never leaves the process, no text can contain its own id or predict another's. The same text
 * always gets the same mark, so an unchanged prompt stays identical and the provider's cache keeps its
 * prefix. No model sees a secret, also of a file that the user has told to keep it: each has its mask.
 */
export function createDataMark(): DataMark {
  const key = randomBytes(32);
  return (source, given) => {
    const text = maskIn(given);
    const id = createHmac('sha256', key).update(`${source}\0${text}`).digest('hex').slice(0, 16);
    return `<vault-data-${id} source="${source}">\n${text}\n</vault-data-${id}>`;
  };
}
