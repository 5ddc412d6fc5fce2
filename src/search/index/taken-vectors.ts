import type { Embedder } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { isStatic } from '../models/static/static-embedder.js';
import { asTokens } from './stored-vector.js';
import { createTokenSpread, rarityOf, type TokenSpread } from './token-spread.js';
import type { OpenVectors, VectorFile } from './vector-file.js';
import { createVectorMatrix } from './vector-matrix.js';
import type { VectorRow } from './vector-table.js';

/** The vectors of all chunks up to one: in a file, where there is one, and in memory what came after it was written. */
export function createTakenVectors(file: VectorFile | null, embedder: Embedder) {
  const matrix = createVectorMatrix(embedder.dimensions, createKernel());
  let spread = createTokenSpread(isStatic(embedder));
  let opened: Pick<OpenVectors, 'isWhole' | 'close'> | null = null;
  let isClosed = false;
  let last = 0;
  let forgotten = 0;
  let unsaved = 0;
  let mostHeld = MOST_HELD;
  // The file that is being written, and whether one is that was not taken yet.
  let saving: Promise<boolean> | null = null;
  let isSaved = false;
  // Those that are in it, but gone since it was begun.
  let goneSince: number[] = [];

  return {
    nearest: matrix.nearest,
    rarities: (tokens: readonly number[]) => tokens.map((token) => rarityOf(matrix.size, spread.of(token))),
    size: () => matrix.size,
    /** Whether so many are in memory that they should be put into the file before more are taken in. */
    isFull: () => matrix.held > Math.max(mostHeld, matrix.size / 3),
    /** They can't be put into the file now. */
    holdMore,
    /** The newest chunk that was looked at. */
    newest: () => last,
    /** How many are gone whose tokens still count, and how many were added or removed since the file was written. */
    changes: () => ({ forgotten, unsaved }),
    take({ id, vector, tokens }: VectorRow): void {
      last = id;
      if (vector === null) return;
      matrix.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      unsaved++;
      if (tokens !== null) spread.add(id, asTokens(tokens));
    },
    /** False where it is not here. */
    forget(id: number): boolean {
      const isHere = matrix.remove(id);
      if (isHere) countForgotten(1);
      if (isHere && (saving !== null || isSaved)) goneSince.push(id);
      return isHere;
    },
    /** Forgets all but these, which are in ascending order. */
    keep: (ids: Uint32Array) => countForgotten(matrix.keep(ids)),
    /** Has these counts of tokens instead of its own. */
    recounted(counts: TokenSpread): void {
      spread = counts;
      forgotten = 0;
    },
    /** Starts over with what the file has. */
    open(): void {
      startOver();
      takeFile();
    },
    /** False where another program has spoilt the file. */
    isWhole: () => opened?.isWhole() ?? true,
    isSaving: () => saving !== null,
    /** Writes all of them into the file, for `takeSaved`. False where that fails. */
    async save(): Promise<boolean> {
      await saving;
      holdMore();
      if (file === null || isClosed) return false;
      // Where it fails, it would fail a moment later too.
      unsaved = 0;
      goneSince = [];
      saving = file.write(last, matrix.rows(), spread.bytes().slice());
      isSaved = await saving;
      saving = null;
      return isSaved;
    },
    /**
     * Has what was saved instead of all that is in memory: what came later has to be taken in again, and what was removed by `keep` since
     * is there again. False where nothing was saved since the last time.
     */
    takeSaved(): boolean {
      const hasFile = isSaved && takeFile();
      isSaved = false;
      if (!hasFile) return false;
      mostHeld = MOST_HELD;
      // They are counted already.
      for (const id of goneSince) matrix.remove(id);
      return true;
    },
    close(): void {
      isClosed = true;
      startOver();
    },
  };

  function takeFile(): boolean {
    const found = isClosed ? null : (file?.open(matrix.width, spread.toFill()) ?? null);
    if (found === null) return false;
    opened?.close();
    const { rows, isWhole, close } = found;
    opened = { isWhole, close };
    matrix.startWith(rows);
    last = found.last;
    return true;
  }

  function holdMore(): void {
    mostHeld = 2 * Math.max(mostHeld, matrix.held);
  }

  function startOver(): void {
    opened?.close();
    opened = null;
    matrix.startWith(null);
    spread.clear();
    last = 0;
    forgotten = 0;
  }

  function countForgotten(count: number): void {
    forgotten += count;
    unsaved += count;
  }
}

/** 6 MB with the model that comes with Rappel. */
const MOST_HELD = 32_768;
