import type { Chunk, ChunkedFile } from '../chunks/chunk-file.js';
import type { WordPieces } from '../models/static/word-pieces.js';
import { CANDIDATES } from '../ranking/parameters.js';
import { dateAt, dateKeys } from '../text/dates.js';
import { datesIn } from '../text/dates-in.js';
import { hashOfText } from '../text/hash-of-text.js';
import { detectLanguage } from '../text/language.js';
import { STAMP } from '../text/line-patterns.js';
import type { TextLanguage } from '../text/stop-words.js';
import { tagsOf } from '../text/tags.js';
import { type Key, keyFor, readWords, stemOf, type Word, wordHash, wordsOf } from '../text/words.js';
import { passageTokens } from './passage-tokens.js';
import { encodeWords, lengthNorm, type WordListHead } from './word-list.js';

/** A chunk as the index stores it. */
export interface PreparedChunk {
  first: number;
  last: number;
  /** Its own; null where only the time of the file dates it. */
  date: string | null;
  /** As JSON. */
  headings: string;
  /** Of its headings and text: the same text under the same headings has the same hash. */
  hash: Uint8Array;
  /** Words of text. */
  bodies: number;
  /** What full-text search sees: stems separated by spaces, in UTF-8. */
  stems: Uint8Array;
  /** Its list of words (`word-list.ts`). */
  words: Uint8Array;
  /** Those of the embedded model, where they were asked for. */
  tokens: Uint16Array | null;
}

/** Every chunk of a file with its words, stemmed in the language of the chunk, or else of the file. */
export function analyseFile(
  path: string,
  file: ChunkedFile,
  pieces: WordPieces | null = null,
): PreparedChunk[] {
  const passages = file.chunks.map(passageOf);
  const texts = file.chunks.map((chunk, index) => textOf(chunk, passages[index]!, file));
  const pathKeys = keysOfPath(path).map(keyFor);
  const sums = createKeySums();
  let fileLanguage: TextLanguage | null | undefined;
  const languageOfFile = () => {
    fileLanguage ??= detectLanguage(texts.slice(0, 20).flatMap(({ bodies }) => bodies.slice(0, 200)));
    return fileLanguage;
  };
  return file.chunks.map((chunk, index) => {
    const { heads, bodies, extras } = texts[index]!;
    const language = detectLanguage(bodies) ?? languageOfFile() ?? 'en';
    const words = heads.concat(bodies);
    const keys = words.map((word) => stemOf(word, language));
    for (const text of extras) keys.push(keyFor(text));
    keys.push(...pathKeys);
    const head = { ...familyOf(path, file, chunk, index), heads: heads.length, bodies: bodies.length };
    return {
      first: chunk.first,
      last: chunk.last,
      date: chunk.date,
      headings: JSON.stringify(chunk.headings),
      hash: hashOfText(passages[index]!),
      bodies: bodies.length,
      stems: encoder.encode(searchable(keys, head, sums)),
      words: encodeWords(head, keys, words),
      tokens: pieces && tokensOf(pieces, chunk, passages[index]!),
    };
  });
}

const encoder = new TextEncoder();

/** What an embedder reads of a chunk, and what its hash is made of. */
export function passageOf({ headings, lines }: Pick<Chunk, 'headings' | 'lines'>): string {
  return [headings.join(' > '), ...lines].join('\n');
}

/** The text is what follows the line of headings. */
function tokensOf(pieces: WordPieces, { headings }: Chunk, passage: string): Uint16Array {
  return passageTokens(pieces, headings, passage, passage.indexOf('\n') + 1);
}

interface ChunkText {
  heads: Word[];
  bodies: Word[];
  extras: string[];
}

/** Headings count as headings, those above the chunk too; everything else is text. The words are read in `passage`. */
function textOf(chunk: Chunk, passage: string, file: ChunkedFile): ChunkText {
  const heads: Word[] = [];
  const bodies: Word[] = [];
  const extras = new Set<string>();
  const own = new Set<string>();
  let end = passage.indexOf('\n');
  for (let index = 0; index < chunk.lines.length; index++) {
    const line = chunk.lines[index]!;
    const start = end + 1;
    end = start + line.length;
    const inFrontmatter = chunk.first + index < file.bodyStart;
    // Every file has the stamps: as words they would only be noise.
    if (inFrontmatter && STAMP.test(line)) continue;
    const isHeading = file.headingLines.has(chunk.first + index);
    if (isHeading) own.add(line.replace(/^[ #]+|[ #]+$/g, ''));
    const into = isHeading ? heads : bodies;
    const before = into.length;
    readWords(passage, start, end, into);
    addExtras(line, into, before, extras);
  }
  for (const heading of new Set([...file.names, ...chunk.headings])) {
    if (own.has(heading)) continue;
    const before = heads.length;
    readWords(heading, 0, heading.length, heads);
    addExtras(heading, heads, before, extras);
  }
  return { heads, bodies, extras: [...extras] };
}

/** The tags and dates of a line; its words are those from `before` on. */
function addExtras(line: string, words: readonly Word[], before: number, extras: Set<string>): void {
  for (const tag of tagsOf(line)) extras.add(tag);
  for (let i = before; i < words.length; i++) {
    if (!words[i]!.isYear) continue;
    for (const key of datesIn(line)) extras.add(key);
    return;
  }
}

/**
 * Each stem once; one that a heading contains, or that is frequent for the length of the text, once more with a
 * mark, so that the chunks it matters most to can be asked for alone.
 */
function searchable(keys: readonly Key[], { heads, bodies }: WordListHead, sums: KeySums): string {
  const { strongAmount, usualLength } = CANDIDATES;
  const perWord = 1 / lengthNorm(bodies, usualLength);
  for (let i = 0; i < keys.length; i++) sums.add(keys[i]!, i < heads ? strongAmount : perWord);
  let text = '';
  sums.take(({ text: stem }, amount) => {
    text += ` ${stem}`;
    if (amount >= strongAmount) text += ` ${STRONG_MARK}${stem}`;
  });
  return text;
}

/** Before a stem: the chunks that hold it strongly. */
export const STRONG_MARK = '★';

/** The words of folders and file name, in both languages' stems. Short numbers are numbering, not words. */
function keysOfPath(path: string): string[] {
  const keys = new Set<string>();
  for (const word of wordsOf(path.replace(/\.[^./]+$/, ''))) {
    if (/^\d{1,3}$/.test(word.folded) || COMMON_FOLDERS.has(word.folded)) continue;
    keys.add(word.fr.text).add(word.en.text);
  }
  const names = wordsOf(path).map((word) => word.folded);
  names.forEach((_, index) => {
    const date = dateAt(names, index, () => '-');
    if (date !== null) for (const key of dateKeys(date)) keys.add(key);
  });
  return [...keys];
}

const COMMON_FOLDERS = new Set(['projects', 'bucket']);

/** Chunks lend each other evidence where they were written together: the pieces of one file or of one changelog day. */
function familyOf(
  path: string,
  { kind, chunks }: ChunkedFile,
  chunk: Chunk,
  index: number,
): { family: number; place: number } {
  if (kind === 'tasks' || chunks.length === 1) return { family: 0, place: 0 };
  return { family: wordHash(kind === 'changelog' ? `${path}\n${chunk.date}` : path), place: index };
}

type KeySums = ReturnType<typeof createKeySums>;

/** Sums by key, cheap enough for every word of the vault: emptied and used again, it allocates nothing. */
function createKeySums() {
  // The place of a key + 1; 0 where there is none. Open addressing, at most half full.
  let slots = new Int32Array(512);
  let sums = new Float64Array(256);
  let used = new Int32Array(256);
  const keys: Key[] = [];

  return {
    add(key: Key, amount: number): void {
      const slot = slotOf(key);
      const place = slots[slot]! - 1;
      if (place >= 0) {
        sums[place]! += amount;
        return;
      }
      if (keys.length === sums.length) {
        grow();
        this.add(key, amount);
        return;
      }
      sums[keys.length] = amount;
      used[keys.length] = slot;
      slots[slot] = keys.push(key);
    },
    /** Hands every key over once, in the order in which they came, with its sum. Empties the sums. */
    take(each: (key: Key, sum: number) => void): void {
      for (let place = 0; place < keys.length; place++) {
        each(keys[place]!, sums[place]!);
        slots[used[place]!] = 0;
      }
      keys.length = 0;
    },
  };

  function slotOf({ hash, text }: Key): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot]! - 1;
      if (place < 0) return slot;
      const known = keys[place]!;
      if (known.hash === hash && known.text === text) return slot;
    }
  }

  function grow(): void {
    const before = sums;
    sums = new Float64Array(2 * before.length);
    sums.set(before);
    used = new Int32Array(sums.length);
    slots = new Int32Array(4 * before.length);
    keys.forEach((key, place) => {
      used[place] = slotOf(key);
      slots[used[place]!] = place + 1;
    });
  }
}
