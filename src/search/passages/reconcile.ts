import { blobHash } from '../../vault/blob-id.js';
import { shownLines } from '../../vault/lines.js';
import type { FileSource } from '../files.js';
import type { ChunkRow } from '../index/chunk-rows.js';
import type { Filter } from '../index/filters.js';
import type { Index } from '../index/open-index.js';
import type { Reader } from '../index/reader.js';
import type { Candidate, WordList } from '../index/word-list.js';
import { PASSAGES } from '../ranking/parameters.js';

/** A chunk as it was when it was ranked. */
export interface RankedChunk {
  row: ChunkRow;
  /** Null where the index does not know it any more. */
  words(): WordList | null;
}

/** Models take their time, and a chunk may be gone when they have answered: what it was is remembered. */
export function rememberChunks(
  items: readonly { id: number }[],
  reader: Reader,
  chunks: Map<number, RankedChunk>,
): void {
  reader.snapshot(() => {
    const words = new Map(reader.candidates(items.map(({ id }) => id)).map((item) => [item.id, item.words]));
    for (const { id } of items) {
      const row = reader.describe(id);
      if (row !== null) chunks.set(id, { row, words: () => words.get(id) ?? null });
    }
  });
}

/** The same for one that was ranked a moment ago; its words are read where they are needed. */
export function rankedChunk(id: number, reader: Reader): RankedChunk | null {
  const row = reader.describe(id);
  return row && { row, words: () => reader.candidates([id])[0]?.words ?? null };
}

/** A chunk as its file has it now: `row` is of the very text that `lines` are of. */
export interface Current<Item> {
  item: Item;
  row: ChunkRow;
  lines: string[];
}

/**
 * Looks at the files of what was found, each once. One that has changed is indexed as it was read, and each of its
 * chunks gives way to the one that says the same now: it is quoted from the current file. Nothing comes in
 * between, so a file that never rests is found like any other. `isSame` is false where more than stamps have changed:
 * ranked anew, the answer may be another one.
 */
export function reconcile<Item extends RankedChunk>(
  found: readonly Item[],
  index: Index,
  files: FileSource,
  filterNow: () => Filter | null,
): { current: Current<Item>[]; isSame: boolean } {
  const read = new Map<string, ReadFile>();
  for (const { row } of found) if (!read.has(row.path)) read.set(row.path, readFile(row.path, files));
  const changed = new Map<Item, WordList | null>();
  for (const item of found) {
    const hash = read.get(item.row.path)!.hash;
    if (hash === null || Buffer.compare(hash, item.row.fileHash) !== 0) changed.set(item, item.words());
  }
  let isSame = true;
  const renewed = new Map<string, Candidate[]>();
  for (const { row } of changed.keys()) {
    if (renewed.has(row.path)) continue;
    const { before, after } = index.reindex(row.path, read.get(row.path)!.file);
    renewed.set(row.path, after);
    isSame &&= before.length === after.length && after.every((chunk, at) => saysTheSame(chunk, before[at]!));
  }
  const filter = changed.size === 0 ? null : filterNow();
  const taken = new Set<number>();
  const current = found.flatMap((item): Current<Item>[] => {
    const { lines } = read.get(item.row.path)!;
    const words = changed.get(item);
    if (words === undefined) return [{ item, row: item.row, lines }];
    const successor = words === null ? null : successorOf(words, renewed.get(item.row.path)!);
    const row = successor === null ? null : index.reader.describe(successor.id);
    if (successor === null || row === null || taken.has(row.id) || (filter !== null && !filter.has(row.id))) {
      isSame = false;
      return [];
    }
    taken.add(row.id);
    isSame &&= saysTheSame(successor, { words: words! });
    return [{ item, row, lines }];
  });
  return { current, isSame };
}

/** A file as it was just read. */
interface ReadFile {
  file: ReturnType<FileSource['read']>;
  /** Null where the file is gone. */
  hash: Buffer | null;
  lines: string[];
}

function readFile(path: string, files: FileSource): ReadFile {
  const file = files.read(path);
  if (file === null) return { file, hash: null, lines: [] };
  return { file, hash: blobHash(file.text), lines: shownLines(file.text) };
}

function successorOf(words: WordList, chunks: readonly Candidate[]): Candidate | null {
  let best: Candidate | null = null;
  let most = 0;
  for (const chunk of chunks) {
    const share = sharedWords(words, chunk.words);
    if (share < PASSAGES.sameChunk || share <= most) continue;
    best = chunk;
    most = share;
  }
  return best;
}

function sharedWords(old: WordList, now: WordList): number {
  const wanted = new Set(ownStems(old));
  if (wanted.size === 0) return now.heads + now.bodies === 0 ? 1 : 0;
  const present = new Set(ownStems(now));
  let shared = 0;
  for (const stem of wanted) if (present.has(stem)) shared++;
  return shared / wanted.size;
}

/** Of headings and text: what comes from the path says nothing about a chunk. */
function ownStems({ stems, heads, bodies }: WordList): Uint32Array {
  return stems.subarray(0, heads + bodies);
}

/** To the word, in the same order; stamps are no words. */
function saysTheSame(
  { words: a }: Pick<Candidate, 'words'>,
  { words: b }: Pick<Candidate, 'words'>,
): boolean {
  const isEqual = (one: ArrayLike<number>, other: ArrayLike<number>) => {
    if (one.length !== other.length) return false;
    for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
    return true;
  };
  return a.heads === b.heads && isEqual(a.stems, b.stems) && isEqual(a.forms, b.forms);
}
