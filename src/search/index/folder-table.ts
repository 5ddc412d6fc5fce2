import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../text/stop-words.js';
import { wordFor } from '../text/words.js';
import { parseIds } from './postings.js';
import type { Reader } from './reader.js';
import type { Database } from './sqlite.js';

/**
 * The chunks of the index by the folder they lie in: each folder directly below `parent`, and one for everything else.
 * Held in memory; chunks that come are added and those that go are taken out, so a look costs the same in any vault.
 */
export interface FolderTable {
  /** Takes in what has changed. The folders, that of everything else first. */
  folders(): readonly Folder[];
  /** How many of these chunks lie in each folder, by its place in `folders()`; chunks that are gone are not counted. */
  count(ids: Uint32Array, into: Map<number, number>): void;
  sampleOf(folder: Folder): Sample;
  forget(ids: readonly number[]): void;
}

export interface Folder {
  /** Null for everything that lies elsewhere. */
  name: string | null;
  chunks: number;
  /** Words of text in all of them. */
  words: number;
  /** How many chunks are of which day; chunks without a date are left out. */
  days: Map<string, number>;
}

/** The newest chunks of a folder, read closely. Stop words are not counted among the terms. */
export interface Sample {
  words: number;
  /** Distinct terms of each chunk, summed, and distinct terms of all of them together. */
  terms: number;
  distinct: number;
}

export function createFolderTable(
  database: Database,
  reader: Pick<Reader, 'candidates'>,
  parent: string,
): FolderTable {
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
  // Not by id: an index that was built again gives other ids, but must give the same sample.
  const newest = (where: string) =>
    database.prepare(
      `SELECT group_concat(id) AS ids FROM (
         SELECT chunks.id FROM files JOIN chunks ON chunks.file = files.id WHERE ${where}
         ORDER BY substr(date, 1, 10) DESC, path, first LIMIT ${SAMPLED_CHUNKS})`,
    );
  const newestInside = newest('path >= ? AND path < ?');
  const newestOutside = newest('NOT (path >= ? AND path < ?)');
  const newestId = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'chunks'");
  const dataVersion = database.prepare('PRAGMA data_version');
  const start = `${parent}/`;
  let folders: Folder[] = [];
  let places = new Map<string | null, number>();
  let chunks = new Map<number, { place: number; words: number; day: string | null }>();
  let samples = new Map<number, Sample>();
  let lastId = 0;
  let version: unknown = null;

  return {
    folders() {
      catchUp();
      return folders;
    },
    count(ids, into) {
      for (let i = 0; i < ids.length; i++) {
        const place = chunks.get(ids[i]!)?.place;
        if (place !== undefined) into.set(place, (into.get(place) ?? 0) + 1);
      }
    },
    sampleOf({ name }) {
      const place = places.get(name)!;
      let sample = samples.get(place);
      if (sample === undefined) {
        sample = read(name);
        samples.set(place, sample);
      }
      return sample;
    },
    forget(ids) {
      for (const id of ids) {
        const chunk = chunks.get(id);
        if (chunk === undefined) continue;
        chunks.delete(id);
        add(chunk, -1);
      }
    },
  };

  function catchUp(): void {
    const now = dataVersion.get()!.data_version;
    // What another process removed shows nowhere else.
    if (now !== version) {
      folders = [];
      places = new Map();
      chunks = new Map();
      samples = new Map();
      lastId = 0;
      version = now;
      placeOf(null);
    }
    const upTo = Number(newestId.get()?.seq ?? 0);
    if (upTo === lastId) return;
    const files = pathsAfter(lastId);
    const row = selectChunks.get(lastId) as unknown as ChunkBlock;
    if (row.ids !== null) {
      const [ids, owners, words] = [parseIds(row.ids), row.files!.split(','), row.words!.split(',')];
      const days = JSON.parse(row.days) as (string | null)[];
      for (let i = 0; i < ids.length; i++) {
        const place = placeOf(folderOf(files.get(owners[i]!)!));
        const chunk = { place, words: Number(words[i]), day: days[i]! };
        chunks.set(ids[i]!, chunk);
        add(chunk, 1);
      }
    }
    lastId = upTo;
  }

  function add({ place, words, day }: { place: number; words: number; day: string | null }, sign: number) {
    const folder = folders[place]!;
    folder.chunks += sign;
    folder.words += sign * words;
    samples.delete(place);
    if (day === null) return;
    const count = (folder.days.get(day) ?? 0) + sign;
    if (count === 0) folder.days.delete(day);
    else folder.days.set(day, count);
  }

  function pathsAfter(id: number): Map<string, string> {
    const row = selectPaths.get(id) as unknown as { ids: string | null; paths: string };
    const paths = JSON.parse(row.paths) as string[];
    return new Map((row.ids ?? '').split(',').map((file, index) => [file, paths[index]!]));
  }

  function folderOf(path: string): string | null {
    if (!path.startsWith(start)) return null;
    const end = path.indexOf('/', start.length);
    return end === -1 ? null : path.slice(start.length, end);
  }

  function placeOf(name: string | null): number {
    let place = places.get(name);
    if (place === undefined) {
      place = folders.push({ name, chunks: 0, words: 0, days: new Map() }) - 1;
      places.set(name, place);
    }
    return place;
  }

  function read(name: string | null): Sample {
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
  }
}

interface ChunkBlock {
  ids: string | null;
  files: string | null;
  words: string | null;
  days: string;
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
