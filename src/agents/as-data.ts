import { createHmac, randomBytes } from 'node:crypto';

/** Marks text of the vault or from outside as data. `source` says where it comes from, in words of ours. */
export type DataMark = (source: string, text: string) => string;

/**
 * The marks of one process. A block ends at the closing tag with its own id and nowhere else, so that nothing written
 * in a note passes for our words; the text stays as it is, byte for byte. The id is a keyed hash of the block: no text
 * can hold its own, or know that of another, without the key, which never leaves the process. And the same text always
 * has the same mark: a prompt that did not change is the same prompt, and a provider's cache keeps its prefix.
 */
export function createDataMark(key: Buffer = randomBytes(32)): DataMark {
  return (source, text) => {
    const id = createHmac('sha256', key).update(`${source}\0${text}`).digest('hex').slice(0, 16);
    return `<vault-data-${id} source="${source}">\n${text}\n</vault-data-${id}>`;
  };
}
