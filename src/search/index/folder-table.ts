import { grown } from '../../shared/grown.js';
import type { Database } from '../../shared/sqlite.js';
import { kindOf } from '../../vault/kinds.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../text/stop-words.js';
import { wordFor } from '../text/words.js';
import { createChangeWatch } from './change-watch.js';
import type { DatedChunk } from './chunk-writer.js';
import { parseIds } from './postings.js';
import type { Reader } from './reader.js';

export interface Folder {
  /** Null for everything that lies elsewhere. */
  name: string | null;
  chunks: number;
  /** Words of text in all of them. */
  words: number;
  /** How many chunks are of which day; chunks without a date are left out. */
  days: Map<string, number>;
}

export type FolderTable = ReturnType<typeof createFolderTable>;

/**
 * The chunks of the index by the folder they lie in: each folder directly below `parent`, and one for everything else.
 * Chunks of the inbox are left out: nobody has said yet where they belong.
 * Held in memory; chunks that come are added and those that go are taken out, so a look costs the same in any vault.
 */
export function createFolderTable(database: Database, reader: Pick<Reader, 'candidates'>, parent: string) {
  const newChunks = createNewChunks(database, parent);
  const sample = createSampler(database, reader, parent);
  const changes = createChangeWatch(database);
  let folders: Folder[] = [];
  let places = new Map<string | null, number>();
  // By the id of a chunk: the place of its folder + 1, or 0 for one that is gone; its words; the place of its day.
  let owners: Uint32Array = new Uint32Array(0);
  let sizes: Uint32Array = new Uint32Array(0);
  let dates: Uint32Array = new Uint32Array(0);
  const days = createDays();
  let samples = new Map<number, Sample>();
  let lastId = 0;

  return {
    /** Takes in what has changed. The folders, that of everything else first. */
    folders(): readonly Folder[] {
      catchUp();
      return folders;
    },
    /** How many of these chunks lie in each folder, in the order of `folders()`; chunks that are gone are not counted. */
    count(ids: Uint32Array): Uint32Array {
      const counts = new Uint32Array(folders.length + 1);
      for (let i = 0; i < ids.length; i++) counts[owners[ids[i]!]!]!++;
      return counts.subarray(1);
    },
    /** The place of the folder that holds a chunk, in `folders()`; -1 for one that is gone or waits in the inbox. */
    placeOf: (id: number) => (owners[id] ?? 0) - 1,
    sampleOf({ name }: Folder): Sample {
      const place = places.get(name)!;
      const known = samples.get(place) ?? sample(name);
      samples.set(place, known);
      return known;
    },
    forget(ids: readonly number[]): void {
      for (const id of ids) {
        // One that came and went since the last look has never been counted.
        if (id >= owners.length || owners[id] === 0) continue;
        add(id, -1);
        owners[id] = 0;
      }
    },
    /** These chunks have another date. */
    date(chunks: readonly DatedChunk[]): void {
      for (const { id, date } of chunks) {
        if (id >= owners.length || owners[id] === 0) continue;
        add(id, -1);
        dates[id] = days.placeOf(date?.slice(0, 10) ?? null);
        add(id, 1);
      }
    },
  };

  function catchUp(): void {
    // What another process removed shows nowhere else.
    if (changes.changedElsewhere()) {
      folders = [];
      places = new Map();
      owners = new Uint32Array(0);
      samples = new Map();
      lastId = 0;
      placeOf(null);
    }
    const upTo = changes.newestId();
    if (upTo === lastId) return;
    owners = grown(owners, upTo + 1);
    sizes = grown(sizes, upTo + 1);
    dates = grown(dates, upTo + 1);
    newChunks(lastId, (id, folder, words, day) => {
      owners[id] = placeOf(folder) + 1;
      sizes[id] = words;
      dates[id] = days.placeOf(day);
      add(id, 1);
    });
    lastId = upTo;
  }

  function add(id: number, sign: 1 | -1): void {
    const place = owners[id]! - 1;
    const folder = folders[place]!;
    folder.chunks += sign;
    folder.words += sign * sizes[id]!;
    samples.delete(place);
    const day = days.at(dates[id]!);
    if (day === null) return;
    const count = (folder.days.get(day) ?? 0) + sign;
    if (count === 0) folder.days.delete(day);
    else folder.days.set(day, count);
  }

  function placeOf(name: string | null): number {
    let place = places.get(name);
    if (place === undefined) {
      place = folders.push({ name, chunks: 0, words: 0, days: new Map() }) - 1;
      places.set(name, place);
    }
    return place;
  }
}

type NewChunk = (id: number, folder: string | null, words: number, day: string | null) => void;

/** Hands over the chunks above an id, each with the folder directly below `parent` that it lies in. */
function createNewChunks(database: Database, parent: string) {
  // One block instead of a row each: fetching rows costs more than finding them.
  const selectChunks = database.prepare(
    `SELECT group_concat(id) AS ids, group_concat(file) AS files, group_concat(bodies) AS words,
       json_group_array(substr(date, 1, 10)) AS days
     FROM chunks WHERE id > ?`,
  );
  const selectPaths = database.prepare(
    `SELECT group_concat(id) AS ids, json_group_array(path) AS paths
     FROM files WHERE id IN (SELECT file FROM chunks WHERE id > ?)`,
  );
  const start = `${parent}/`;
  return (after: number, tell: NewChunk): void => {
    const folders = foldersAfter(after);
    const block = selectChunks.get(after) as {
      ids: string | null;
      files: string;
      words: string;
      days: string;
    };
    if (block.ids === null) return;
    const [files, words] = [parseIds(block.files), block.words.split(',')];
    const days = JSON.parse(block.days) as (string | null)[];
    parseIds(block.ids).forEach((id, index) => {
      const folder = folders.get(files[index]!);
      if (folder !== undefined) tell(id, folder, Number(words[index]), days[index]!);
    });
  };

  /** The folder of each file with new chunks; files of the inbox have none. */
  function foldersAfter(id: number): Map<number, string | null> {
    const row = selectPaths.get(id) as { ids: string | null; paths: string };
    const paths = JSON.parse(row.paths) as string[];
    const files = Array.from(parseIds(row.ids ?? ''), (file, index) => [file, paths[index]!] as const);
    const placed = files.filter(([, path]) => kindOf(path) !== 'inbox');
    return new Map(placed.map(([file, path]) => [file, folderOf(path)]));
  }

  function folderOf(path: string): string | null {
    if (!path.startsWith(start)) return null;
    const end = path.indexOf('/', start.length);
    return end === -1 ? null : path.slice(start.length, end);
  }
}

/** Days as numbers: many chunks are of the same. */
function createDays() {
  const list: (string | null)[] = [];
  const places = new Map<string | null, number>();
  return {
    at: (place: number) => list[place]!,
    placeOf(day: string | null): number {
      let place = places.get(day);
      if (place === undefined) {
        place = list.push(day) - 1;
        places.set(day, place);
      }
      return place;
    },
  };
}

/** The newest chunks of a folder, read closely. Stop words are not counted among the terms. */
interface Sample {
  words: number;
  /** Distinct terms of each chunk, summed, and distinct terms of all of them together. */
  terms: number;
  distinct: number;
}

/** Reads a folder below `parent`, or with null everything that lies elsewhere. */
function createSampler(database: Database, reader: Pick<Reader, 'candidates'>, parent: string) {
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
