import type { Embedder } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { isStatic } from '../models/static/static-embedder.js';
import { asTokens } from './stored-vector.js';
import { createTokenSpread, rarityOf } from './token-spread.js';
import type { OpenVectors, VectorFile } from './vector-file.js';
import { createVectorMatrix } from './vector-matrix.js';
import type { VectorRow } from './vector-table.js';

/** The vectors of all chunks up to one: in a file, where there is one, and in memory what came after it was written. */
export function createTakenVectors(file: VectorFile | null, embedder: Embedder) {
  const matrix = createVectorMatrix(embedder.dimensions, createKernel());
  const spread = createTokenSpread(isStatic(embedder));
  let opened: Pick<OpenVectors, 'isWhole' | 'close'> | null = null;
  let isClosed = false;
  let last = 0;
  let forgotten = 0;
  let unsaved = 0;

  return {
    nearest: matrix.nearest,
    rarities: (tokens: readonly number[]) => tokens.map((token) => rarityOf(matrix.size, spread.of(token))),
    get size() {
      return matrix.size;
    },
    /** How many are in memory. */
    get held() {
      return matrix.held;
    },
    /** The newest chunk that was looked at. */
    get last() {
      return last;
    },
    /** How many are gone whose tokens still count. */
    get forgotten() {
      return forgotten;
    },
    /** How many were added or removed since the file was written. */
    get unsaved() {
      return unsaved;
    },
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
      return isHere;
    },
    /** Forgets all but these, which are in ascending order. */
    keep: (ids: Uint32Array) => countForgotten(matrix.keep(ids)),
    startOver,
    /** Starts over with what the file has. */
    open(): void {
      startOver();
      takeFile();
    },
    /** False where another program has spoilt the file. */
    isWhole: () => opened?.isWhole() ?? true,
    /** Writes the file, and has it instead of what is in memory. False where that fails. What is forgotten meanwhile is there again. */
    async save(): Promise<boolean> {
      if (file === null || isClosed) return false;
      // Where it fails, it would fail a moment later too.
      unsaved = 0;
      return (await file.write(last, matrix.rows(), spread.bytes())) && takeFile();
    },
    close(): void {
      isClosed = true;
      startOver();
    },
  };

  function takeFile(): boolean {
    const found = isClosed ? null : (file?.open(matrix.width, spread.bytes()) ?? null);
    if (found === null) return false;
    opened?.close();
    const { rows, isWhole, close } = found;
    opened = { isWhole, close };
    matrix.startWith(rows);
    last = found.last;
    return true;
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
