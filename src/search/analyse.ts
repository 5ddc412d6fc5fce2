import { createHash } from 'node:crypto';
import { STAMPED_FIELDS } from '../vault/frontmatter.js';
import type { Chunk, ChunkedFile } from './chunk.js';
import { dateAt, dateKeys } from './dates.js';
import { fold } from './fold.js';
import { detectLanguage, type TextLanguage } from './language.js';
import { encodeWords, type IndexedWord } from './word-list.js';
import { eachWord, hashOf, keyFor, stemOf, type Word, wordsOf } from './words.js';

/** A chunk as the index stores it. */
export interface AnalysedChunk {
  chunk: Chunk;
  /** Of its headings and text: the same text under the same headings has the same hash. */
  hash: Buffer;
  /** What full-text search sees: stems, separated by spaces. */
  headText: string;
  bodyText: string;
  heads: number;
  bodies: number;
  words: Uint8Array;
  /** Chunks of one family are read one after the other; `place` is where in it this one stands. */
  family: number;
  place: number;
}

/** Every chunk of a file with its words, stemmed in the language of the chunk, or else of the file. */
export function analyseFile(path: string, file: ChunkedFile): AnalysedChunk[] {
  const texts = file.chunks.map((chunk) => textOf(chunk, file));
  const fileLanguage = detectLanguage(sample(texts));
  const pathKeys = keysOfPath(path);
  return file.chunks.map((chunk, index) => {
    const { heads, bodies, extras } = texts[index]!;
    const language = detectLanguage(bodies) ?? fileLanguage ?? 'en';
    const words = [
      ...indexed(heads, language),
      ...indexed(bodies, language),
      ...[...extras, ...pathKeys].map((text): IndexedWord => ({ key: keyFor(text), word: null })),
    ];
    return {
      chunk,
      hash: hashOfChunk(chunk),
      headText: joined(words, 0, heads.length),
      bodyText: joined(words, heads.length, words.length),
      heads: heads.length,
      bodies: bodies.length,
      words: encodeWords(words),
      ...familyOf(path, file, chunk, index),
    };
  });
}

/** What an embedder reads of a chunk, and what its hash stands for. */
export function passageOf(chunk: Pick<Chunk, 'headings' | 'lines'>): string {
  return `${chunk.headings.join(' > ')}\n${chunk.lines.join('\n')}`;
}

interface ChunkText {
  heads: Word[];
  bodies: Word[];
  extras: string[];
}

/** Headings count as headings, those above the chunk too; everything else is text. */
function textOf(chunk: Chunk, file: ChunkedFile): ChunkText {
  const heads: Word[] = [];
  const bodies: Word[] = [];
  const extras = new Set<string>();
  const own = new Set<string>();
  chunk.lines.forEach((line, index) => {
    const inFrontmatter = chunk.first + index < file.bodyStart;
    // The stamps stand in every file: as words they would only be noise.
    if (inFrontmatter && STAMP.test(line)) return;
    const isHeading = !inFrontmatter && HEADING.test(line);
    if (isHeading) own.add(line.replace(/^[ #]+|[ #]+$/g, ''));
    readLine(line, isHeading ? heads : bodies, extras);
  });
  for (const heading of chunk.headings) if (!own.has(heading)) readLine(heading, heads, extras);
  return { heads, bodies, extras: [...extras] };
}

function readLine(line: string, into: Word[], extras: Set<string>): void {
  const from = into.length;
  const ends: number[] = [];
  const starts: number[] = [];
  let years = false;
  eachWord(line, (word, start, end) => {
    into.push(word);
    starts.push(start);
    ends.push(end);
    years ||= end - start === 4 && YEAR.test(word.folded);
  });
  for (const tag of tagsOf(line)) extras.add(tag);
  if (!years) return;
  const words = into.slice(from).map((word) => word.folded);
  const between = (left: number, right: number) => line.slice(ends[left], starts[right]);
  words.forEach((_, index) => {
    const date = dateAt(words, index, between);
    if (date !== null) for (const key of dateKeys(date)) extras.add(key);
  });
}

/** `[décision]` is a word of its own beside the plain one; links and task boxes are not tags. */
export function tagsOf(text: string): string[] {
  if (!text.includes('[')) return [];
  return [...text.matchAll(TAG)].flatMap((match) => {
    const words = wordsOf(match[1]!).map((word) => word.folded);
    return words.length === 0 || words.join('').length < 2 ? [] : [`${TAG_MARK}${words.join(TAG_MARK)}`];
  });
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const STAMP = new RegExp(`^(?:${STAMPED_FIELDS.join('|')}) *:`);
const YEAR = /^[12]\d{3}$/;
const TAG = /(?<![\]!])\[([^[\]()]{2,60})\](?![[(:])/gu;
const TAG_MARK = '‡';

function sample(texts: readonly ChunkText[]): Word[] {
  return texts.slice(0, 20).flatMap(({ bodies }) => bodies.slice(0, 200));
}

function indexed(words: readonly Word[], language: TextLanguage): IndexedWord[] {
  return words.map((word) => ({ key: stemOf(word, language), word }));
}

function joined(words: readonly IndexedWord[], from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += i === from ? words[i]!.key.text : ` ${words[i]!.key.text}`;
  return text;
}

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

/**
 * Chunks lend each other evidence where they were written together: the pieces of one file, the pieces of one changelog
 * day, and the one-piece files of a folder that share a title (a transcript in parts), in the order of their numbers.
 */
function familyOf(
  path: string,
  file: ChunkedFile,
  chunk: Chunk,
  index: number,
): { family: number; place: number } {
  if (file.kind === 'tasks') return { family: 0, place: 0 };
  if (file.kind === 'changelog') return { family: hashOf(`${path}\n${chunk.date}`), place: index };
  if (file.chunks.length > 1 || file.title === null) return { family: hashOf(path), place: index };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const number = /(\d{1,9})\D*$/.exec(path.slice(folder.length))?.[1];
  return { family: hashOf(`${folder}\n${fold(file.title)}`), place: Number(number ?? 0) };
}

function hashOfChunk(chunk: Chunk): Buffer {
  return createHash('sha256').update(passageOf(chunk)).digest().subarray(0, 16);
}
