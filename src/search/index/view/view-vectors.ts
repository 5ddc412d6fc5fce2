import { setImmediate } from 'node:timers/promises';
import { type Embedder, embedderKey } from '../../models/embedder.js';
import { createKernel } from '../../models/static/kernel.js';
import { isStatic } from '../../models/static/static-embedder.js';
import type { Index } from '../open-index.js';
import { asTokens } from '../stored-vector.js';
import { createTokenSpread, rarityOf } from '../token-spread.js';
import type { Vectors } from '../vector-index.js';
import { createVectorMatrix } from '../vector-matrix.js';
import { createVectorTable, type VectorTable } from '../vector-table.js';
import type { Numbering, ViewChunk } from './numbering.js';

/**
 * The vectors of a view: copied from the tables of its indexes, in the order of its numbers. Chunks whose vector was not made yet are
 * `missing`.
 */
export async function createViewVectors(
  { chunks, at, numberOf, indexes }: Numbering,
  embedder: Embedder,
): Promise<Vectors & { missing: number }> {
  const tables = new Map(
    indexes.map((index) => [index, createVectorTable(index.database, embedderKey(embedder))]),
  );
  const held = createVectorMatrix(embedder.dimensions, createKernel());
  const spread = createTokenSpread(isStatic(embedder));
  for (let first = 0; first < chunks.length; first += PAGE) {
    for (const { number, vector, tokens } of rowsOf(chunks.slice(first, first + PAGE), first, tables)) {
      if (vector === null) continue;
      held.add(number, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      if (tokens !== null) spread.add(number, asTokens(tokens));
    }
    await setImmediate();
  }
  return {
    missing: chunks.length - held.size,
    nearest: held.nearest,
    tokensOf(numbers) {
      const found = new Map<number, Uint16Array>();
      const asked = numbers.flatMap((number) => at(number) ?? []);
      for (const [index, table] of tables) {
        const ids = asked.filter((chunk) => chunk.index === index).map(({ id }) => id);
        for (const [id, tokens] of table.tokensOf(ids)) found.set(numberOf(index, id), tokens);
      }
      return found;
    },
    rarities: (tokens) => tokens.map((token) => rarityOf(held.size, spread.of(token))),
  };
}

const PAGE = 500;

/** What is stored of the vectors of chunks that follow each other. */
function rowsOf(page: readonly ViewChunk[], first: number, tables: ReadonlyMap<Index, VectorTable>) {
  const rows = new Map(
    [...tables].map(([index, table]) => {
      const ids = page.filter((chunk) => chunk.index === index).map(({ id }) => id);
      return [index, new Map(table.of(ids).map((row) => [row.id, row]))];
    }),
  );
  return page.flatMap(({ index, id }, at) => {
    const row = rows.get(index)!.get(id);
    return row === undefined ? [] : [{ ...row, number: first + at + 1 }];
  });
}
