import { isUtf8 } from 'node:buffer';
import { readSourceFile, type SourceFile } from '../source-file.js';

export interface DecodedText {
  text: string;
  /** The original encoding, if it was not UTF-8. */
  from: string | null;
}

/** The text of a file in UTF-8, UTF-16 or, from older programs, Windows-1252; null if it is not text. */
export function readTextFile(file: SourceFile): DecodedText | null {
  return decodeText(readSourceFile(file));
}

export function decodeText(bytes: Buffer): DecodedText | null {
  const mark = bytes.toString('latin1', 0, 2);
  if (mark === '\xff\xfe') return { text: new TextDecoder('utf-16le').decode(bytes), from: 'UTF-16' };
  if (mark === '\xfe\xff') return { text: new TextDecoder('utf-16be').decode(bytes), from: 'UTF-16' };
  if (bytes.includes(0)) return null;
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), from: null };
  return { text: new TextDecoder('windows-1252').decode(bytes), from: 'Windows-1252' };
}
