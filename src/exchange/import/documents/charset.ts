import { isUtf8 } from 'node:buffer';
import { decode } from '../../../vault/encoding/decode.js';
import { decodeAs } from '../../../vault/encoding/encodings.js';
import { UnreadableDocument } from './document.js';

/**
 * The text of a document: UTF-8 if the bytes are, since what a file says of itself is often out of date; otherwise as it
 * declares, otherwise as the bytes suggest. Control characters are removed.
 */
export function textOf(given: Uint8Array, declared: string | null = null): string {
  const bytes = Buffer.from(given);
  const stated = declared === null || isUtf8(bytes) ? null : decodeAs(declared, bytes);
  const text = stated ?? decode(bytes)?.text;
  if (text === undefined)
    throw new UnreadableDocument("not a text file, or its encoding can't be recognised");
  return withoutControls(text);
}

/** The encoding that HTML or XML declares in its first kilobyte, or null. */
export function declaredIn(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w:.-]{2,40})/i.exec(start)?.[1] ?? null;
}

/** Node 20 decodes the bytes 0x80 to 0x9F of Windows-1252 as control characters, which no text contains. */
export function withoutControls(text: string): string {
  return text
    .replaceAll(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '');
}

const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';
