import { isUtf8 } from 'node:buffer';

export interface Decoded {
  text: string;
  /** What it was written in, for a person; null if it was UTF-8. */
  from: string | null;
}

/**
 * The text of a file that any program wrote: UTF-8, UTF-16 with its mark, or a Western text in Windows-1252. Null for
 * everything else, so that a text is never turned into wrong characters.
 */
export function decode(bytes: Buffer): Decoded | null {
  for (const [mark, name] of MARKS) {
    if (!bytes.subarray(0, mark.length).equals(mark)) continue;
    const text = decodeAs(name, bytes.subarray(mark.length));
    return text === null || CONTROL.test(text) ? null : { text, from: 'UTF-16' };
  }
  if (isUtf8(bytes)) return isPlain(bytes) ? { text: bytes.toString('utf8'), from: null } : null;
  const text = westernText(bytes);
  return text === null ? null : { text, from: 'Windows-1252' };
}

/** Why a file was not decoded, and what to do. */
export const NOT_DECODED =
  'not text in UTF-8, UTF-16 or Windows-1252; convert it: iconv -f ENCODING -t UTF-8 FILE > NEW';

/** The name of a file; null if it is neither UTF-8 nor Windows-1252. */
export function decodeName(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : westernText(bytes);
}

/** The text of bytes in an encoding that is known by its name; null if they are not valid in it, or it is unknown. */
export function decodeAs(name: string, bytes: Buffer): string | null {
  try {
    const decoder = new TextDecoder(name, { fatal: true });
    return decoder.encoding === 'windows-1252' ? fromLatin1(bytes.toString('latin1')) : decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Node.js 20 decodes the bytes 0x80 to 0x9F of Windows-1252 as control characters. Those without a character stay. */
export function fromLatin1(text: string): string {
  return text.replaceAll(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80]!);
}

/** Null where a character or its place shows that the bytes are in another encoding: nothing in them says which. */
function westernText(bytes: Buffer): string | null {
  const text = fromLatin1(bytes.toString('latin1'));
  return WESTERN.test(text) && !FOREIGN.some((pattern) => pattern.test(text)) ? text : null;
}

/** A few control characters may be in any text. Neither NUL nor the escape to a Japanese, Chinese or Korean character set is. */
function isPlain(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const controls = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return !text.includes('\0') && !text.includes('\x1b$') && controls <= bytes.length / 100;
}

const MARKS: [mark: Buffer, name: string][] = [
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** Control characters except those between lines, and characters that no program writes. */
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\p{Cn}\p{Co}\p{Cs}\ufffd]/u;

const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The letters beyond ASCII of French, German, Spanish, Italian and the languages of Scandinavia, and the signs beside them. */
const CAPITAL = 'À-ÏÑ-ÔÖØ-ÜŒ';
const SMALL = 'ß-ïñ-ôöø-üÿœ';
const SIGN = '«»„“”•€£§©®™²³½¼¾¿¡ªº±µ¶×';
const LETTER = `A-Za-z${CAPITAL}${SMALL}`;
const WESTERN = new RegExp(`^[\\t-\\r\\x1b-~\\xa0\\xad‘’–—…·°${CAPITAL}${SMALL}${SIGN}]*$`);

/** What no text in these languages has. */
const FOREIGN = [
  // A word of accented letters alone.
  new RegExp(`(?<![${LETTER}])[${CAPITAL}${SMALL}]{2,}(?![${LETTER}])`),
  // An accented capital letter after a small one.
  new RegExp(`[a-z${SMALL}][${CAPITAL}]`),
  // A sign or an en dash inside a word, a fraction or a currency before one.
  new RegExp(`[${LETTER}][${SIGN}]+[${LETTER}]|[a-z${SMALL}]–[a-z${SMALL}]|[½¼¾€£²³][${LETTER}]`),
];
