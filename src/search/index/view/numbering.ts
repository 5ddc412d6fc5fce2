import type { FileVersion } from '../../files.js';
import type { Index } from '../open-index.js';
import { parseIds } from '../postings.js';
import { fileTime } from '../prepare-file.js';

/** A file that a view shows, with the index that has its chunks. */
export interface ViewFile extends FileVersion {
  index: Index;
}

/** A chunk of a view. */
export interface ViewChunk {
  index: Index;
  /** Its id in that index. */
  id: number;
  file: ViewFile;
  /** Its own date, or the time of the file. */
  date: string | null;
}

export type Numbering = ReturnType<typeof createNumbering>;

/**
 * Numbers the chunks of several indexes as a new index of these files would: file by file, from 1. Where two chunks are worth the
 * same, the number decides, so the view ranks as that index would.
 */
export function createNumbering(files: readonly ViewFile[]) {
  const chunks: ViewChunk[] = [];
  const stored = new Map<Index, Map<string, StoredChunk[]>>();
  let bodies = 0;
  for (const file of files) {
    const { index, path } = file;
    const known = stored.get(index) ?? chunksByPath(index);
    stored.set(index, known);
    const time = fileTime(file.modified);
    for (const { id, date, words } of known.get(path) ?? []) {
      chunks.push({ index, id, file, date: date ?? time });
      bodies += words;
    }
  }
  const numbers = numbersById(chunks);
  return {
    chunks,
    totals: { chunks: chunks.length, averageLength: chunks.length === 0 ? 1 : bodies / chunks.length || 1 },
    indexes: [...stored.keys()],
    /** Null for a number that no chunk has. */
    at: (number: number): ViewChunk | null => chunks[number - 1] ?? null,
    /** The numbers of those chunks that the view shows, in ascending order. */
    numbersOf(found: readonly { index: Index; ids: Uint32Array }[]): Uint32Array {
      const marks = new Uint8Array(chunks.length + 1);
      let count = 0;
      for (const { index, ids } of found) {
        const own = numbers.get(index)!;
        for (const id of ids) {
          const number = own[id] ?? 0;
          if (number === 0) continue;
          marks[number] = 1;
          count++;
        }
      }
      const ascending = new Uint32Array(count);
      for (let number = 1, at = 0; at < count; number++) if (marks[number] === 1) ascending[at++] = number;
      return ascending;
    },
    numberOf: (index: Index, id: number): number => numbers.get(index)?.[id] ?? 0,
  };
}

/** The number of each chunk by its id; 0 for one that the view does not show. */
function numbersById(chunks: readonly ViewChunk[]): Map<Index, Uint32Array> {
  const last = new Map<Index, number>();
  for (const { index, id } of chunks) last.set(index, Math.max(id, last.get(index) ?? 0));
  const numbers = new Map([...last].map(([index, id]) => [index, new Uint32Array(id + 1)]));
  chunks.forEach(({ index, id }, at) => {
    numbers.get(index)![id] = at + 1;
  });
  return numbers;
}

interface StoredChunk {
  id: number;
  /** Its own. */
  date: string | null;
  words: number;
}

/** The chunks of every file, in their order. */
function chunksByPath({ database }: Index): Map<string, StoredChunk[]> {
  const select = database.prepare(
    `SELECT path, group_concat(id) AS ids, group_concat(bodies) AS words,
       json_group_array(iif(dated, date, NULL)) AS dates
     FROM (SELECT path, chunks.id, bodies, dated, date FROM files CROSS JOIN chunks ON chunks.file = files.id
       ORDER BY files.id, chunks.id)
     GROUP BY path`,
  );
  const rows = select.all() as { path: string; ids: string; words: string; dates: string }[];
  return new Map(
    rows.map(({ path, ids, words, dates }) => {
      const counts = words.split(',');
      const own = JSON.parse(dates) as (string | null)[];
      return [
        path,
        Array.from(parseIds(ids), (id, at) => ({ id, date: own[at]!, words: Number(counts[at]) })),
      ];
    }),
  );
}
