import { isUtf8 } from 'node:buffer';
import { withoutControls } from '../../../service/transcripts/turns.js';
import { decode, decodeAs, fromLatin1, NOT_DECODED } from '../../../vault/encoding.js';
import { UnreadableDocument } from './document.js';

/**
 * The text of a page: UTF-8 if the bytes are, since what a file says of itself is often out of date; otherwise as it
 * declares. Control characters are removed.
 */
export function textInAnyCharset(given: Uint8Array): string {
  const bytes = Buffer.from(given);
  const declared = isUtf8(bytes) ? null : declaredIn(bytes);
  const stated = declared === null ? null : decodeAs(declared, bytes);
  const text = stated ?? decode(bytes)?.text;
  if (text === undefined) throw new UnreadableDocument(NOT_DECODED);
  return cleanText(text);
}

/** The encoding that HTML or XML declares in its first kilobyte, or null. */
function declaredIn(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 1024);
  return /(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w:.-]{2,40})/i.exec(start)?.[1] ?? null;
}

export function cleanText(text: string): string {
  return withoutControls(fromLatin1(text))
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '');
}
