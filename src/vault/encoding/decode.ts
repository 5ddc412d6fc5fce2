import { isUtf8 } from 'node:buffer';
import { decodeAs, ENCODINGS, type Encoding, utf32be, utf32le } from './encodings.js';
import { evidenceIn, likelihoodOf, wordsOf } from './likelihood.js';

export interface Decoded {
  text: string;
  /** What it was written in, for a person; null if it was UTF-8. */
  from: string | null;
}

/**
 * The text of a file that any program wrote, in Unicode or in an encoding from before it. Null if it is not text, or if
 * its encoding can't be told for sure: a text is never turned into wrong characters.
 */
export function decode(bytes: Buffer): Decoded | null {
  for (const [mark, from, read] of MARKS)
    if (bytes.subarray(0, mark.length).equals(mark)) return textIn(read(bytes.subarray(mark.length)), from);
  if (!isUtf8(bytes) || hasManyControls(bytes)) return recognise(bytes, ENCODINGS);
  const text = bytes.toString('utf8');
  return (
    (ISO_2022_JP.test(text) && textIn(decodeAs('iso-2022-jp', bytes), 'ISO-2022-JP')) || { text, from: null }
  );
}

/** The likeliest reading of bytes that are not UTF-8; null if no reading is likely, or two are. */
export function recognise(bytes: Buffer, encodings: readonly Encoding[]): Decoded | null {
  const readings = new Map<string, { from: string; score: number; isClear: boolean }>();
  for (const { label, rarity, evidence, languages, decode: read } of encodings) {
    const text = textIn(read(bytes), label)?.text;
    if (text === undefined) continue;
    const words = wordsOf(text);
    const score = rarity + likelihoodOf(words, languages);
    const isClear = evidenceIn(words) >= evidence;
    // If several encodings give the same text, the likeliest one names it.
    const known = readings.get(text);
    const isBetter = known === undefined || known.score < score;
    readings.set(text, {
      ...(isBetter ? { from: label, score } : known),
      isClear: isClear || known?.isClear === true,
    });
  }
  const [best, next] = [...readings].sort(([, a], [, b]) => b.score - a.score);
  if (best === undefined || best[1].score === -Infinity || !best[1].isClear) return null;
  if (next !== undefined && best[1].score - next[1].score < LEAST_LEAD) return null;
  return { text: best[0], from: best[1].from };
}

function textIn(text: string | null, from: string): Decoded | null {
  return text === null || NOT_IN_TEXT.test(text) ? null : { text, from };
}

/** As in UTF-16 without a mark, or in a binary file; a few may be in any text. */
function hasManyControls(bytes: Buffer): boolean {
  if (bytes.includes(0)) return true;
  const controls = bytes.toString('latin1').match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > bytes.length / 100;
}

/** The mark of UTF-32 begins as that of UTF-16. */
const MARKS: [mark: Buffer, from: string, read: (bytes: Buffer) => string | null][] = [
  [Buffer.from([0xff, 0xfe, 0, 0]), 'UTF-32', utf32le],
  [Buffer.from([0, 0, 0xfe, 0xff]), 'UTF-32', utf32be],
  [Buffer.from([0xff, 0xfe]), 'UTF-16', (bytes) => decodeAs('utf-16le', bytes)],
  [Buffer.from([0xfe, 0xff]), 'UTF-16', (bytes) => decodeAs('utf-16be', bytes)],
];

/** The name of a file: as UTF-8 if it is that, else in the likeliest encoding; null if there is none. */
export function decodeName(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : (recognise(bytes, ENCODINGS)?.text ?? null);
}

/** Control characters except those between lines, and characters that no program writes. */
const NOT_IN_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\p{Cn}\p{Co}\p{Cs}\ufffd]/u;

/** The escape to Japanese characters. */
const ISO_2022_JP = /\x1b\$[@B]/;

/** How much likelier, as a logarithm, the best reading must be than the next. */
const LEAST_LEAD = 2;
