import { DatabaseSync } from '@photostructure/sqlite';
import { getLoadablePath } from 'sqlite-vec';
import { asBytes } from '../src/search/index/stored-vector.js';
import { createVectorMatrix } from '../src/search/index/vector-matrix.js';
import { createKernel } from '../src/search/models/static/kernel.js';
import { quantise } from '../src/search/models/static/quantise.js';
import { createRandom } from './generate-vault.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';

const VECTORS = 100_000;
const DIMENSIONS = 192;
const WANTED = 60;
const QUESTIONS = 31;

/** The nearest vectors by our scan and by sqlite-vec: the same vectors in 8 bits, the same questions in turns. */
export function benchNearest(): BenchRow[] {
  console.log('embed: the nearest of many vectors …');
  const random = createRandom(1);
  const vectors = Array.from({ length: VECTORS }, () => quantise(randomVector(random)));
  const ours = createVectorMatrix(DIMENSIONS, createKernel());
  vectors.forEach((vector, id) => {
    ours.add(id, vector);
  });
  const theirs = fillSqliteVec(vectors);
  const tenth = new Set(Array.from({ length: VECTORS / 10 }, (_, n) => 10 * n));
  return [
    compare(`nearest ${WANTED} of ${VECTORS.toLocaleString('en')} vectors`, null),
    compare('the same within a scope, a tenth of them', tenth),
  ];

  function compare(figure: string, scope: Set<number> | null): BenchRow {
    const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let n = 0; n < QUESTIONS; n++) {
      const asked = randomVector(random);
      const mine = timed(times.ours, () => ours.nearest(asked, scope, WANTED));
      const other = timed(times.theirs, () => theirs(quantise(asked), scope));
      const same = mine.filter(({ id }) => other.has(id)).length;
      // Equally near ones may differ at the end of the list.
      if (same < 0.9 * WANTED) throw new Error(`only ${same} of ${WANTED} are those that sqlite-vec finds`);
    }
    const [scan, peer] = [median(times.ours), median(times.theirs)];
    return {
      figure,
      value: milliseconds(scan),
      peer: `sqlite-vec, ${milliseconds(peer)}`,
      ratio: ratioOf(scan, peer),
      wanted: 'at most 1×',
    };
  }
}

/** The ids of the nearest, by the cosine. */
type Nearest = (asked: Int8Array, scope: ReadonlySet<number> | null) => Set<number>;

function fillSqliteVec(vectors: readonly Int8Array[]): Nearest {
  const database = new DatabaseSync(':memory:', { allowExtension: true });
  database.enableLoadExtension(true);
  database.loadExtension(getLoadablePath());
  database.exec(
    `CREATE VIRTUAL TABLE vectors USING vec0(vector int8[${DIMENSIONS}] distance_metric=cosine); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, vec_int8(?))');
  vectors.forEach((vector, id) => {
    insert.run(BigInt(id), asBytes(vector));
  });
  database.exec('COMMIT');
  const nearest = `SELECT rowid AS id FROM vectors WHERE vector MATCH vec_int8(?) AND k = ${WANTED}`;
  const all = database.prepare(nearest);
  const within = database.prepare(`${nearest} AND rowid IN (SELECT value FROM json_each(?))`);
  return (asked, scope) => {
    const rows =
      scope === null ? all.all(asBytes(asked)) : within.all(asBytes(asked), JSON.stringify([...scope]));
    return new Set(rows.map((row) => Number((row as { id: number }).id)));
  };
}

function timed<Result>(times: number[], work: () => Result): Result {
  const started = performance.now();
  const result = work();
  times.push(performance.now() - started);
  return result;
}

function randomVector(random: () => number): Float32Array {
  return Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
}
