import type { Database } from '../../shared/sqlite.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../text/stop-words.js';
import { wordFor } from '../text/words.js';
import { parseIds } from './postings.js';
import type { Reader } from './reader.js';

/** The newest chunks of a folder, read closely. Stop words are not counted among the terms. */
export interface Sample {
  words: number;
  /** Distinct terms of each chunk, summed, and distinct terms of all of them together. */
  terms: number;
  distinct: number;
}

/** Reads a folder below `parent`, or with null everything that lies elsewhere. */
export function createSampler(database: Database, reader: Pick<Reader, 'candidates'>, parent: string) {
  // Not by id: an index that was built again gives other ids, but must give the same sample.
  const newest = (where: string) =>
    database.prepare(
      `SELECT group_concat(id) AS ids FROM (
         SELECT chunks.id FROM files JOIN chunks ON chunks.file = files.id WHERE ${where}
         ORDER BY substr(date, 1, 10) DESC, path, first LIMIT ${SAMPLED_CHUNKS})`,
    );
  const newestInside = newest('path >= ? AND path < ?');
  const newestOutside = newest("NOT (path >= ? AND path < ?) AND path NOT LIKE 'inbox/%'");
  return (name: string | null): Sample => {
    const statement = name === null ? newestOutside : newestInside;
    // `/` is followed by `0`: the range is everything below the folder.
    const base = name === null ? parent : `${parent}/${name}`;
    const { ids } = statement.get(`${base}/`, `${base}0`) as { ids: string | null };
    const stops = stopHashes();
    const all = new Set<number>();
    const sample = { words: 0, terms: 0, distinct: 0 };
    for (const { words } of ids === null ? [] : reader.candidates([...parseIds(ids)])) {
      const own = new Set(words.stems.subarray(0, words.heads + words.bodies));
      for (const stem of own) {
        if (stops.has(stem)) own.delete(stem);
        else all.add(stem);
      }
      sample.words += words.bodies;
      sample.terms += own.size;
    }
    sample.distinct = all.size;
    return sample;
  };
}

/** Enough to tell how often a folder brings new words: 64 changed no figure of routing. */
const SAMPLED_CHUNKS = 32;

let stops: Set<number> | null = null;

function stopHashes(): ReadonlySet<number> {
  stops ??= new Set(
    [...FRENCH_STOP_WORDS, ...ENGLISH_STOP_WORDS].flatMap((text) => {
      const word = wordFor(text);
      return [word.fr.hash, word.en.hash];
    }),
  );
  return stops;
}
