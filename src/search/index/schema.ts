import type { Database } from '../../shared/sqlite.js';
import { transaction } from '../../shared/sqlite.js';

/** Raised whenever the tables, the chunks or the analysis of words change: an older index is made again. */
const INDEX_VERSION = 12;

/**
 * Creates the tables, or empties an index of another version. Without `takeOver` an index of another version stays as it is: throws `OtherVersion`.
 */
export function prepareSchema(database: Database, takeOver = true): void {
  if (versionOf(database) === INDEX_VERSION) return;
  transaction(database, () => {
    // Another process may have been faster while this one waited.
    const version = versionOf(database);
    if (version === INDEX_VERSION) return;
    if (version !== 0 && !takeOver) throw new OtherVersion();
    for (const table of OBSOLETE) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec(TABLES);
    database.exec(`PRAGMA user_version = ${INDEX_VERSION}`);
  });
}

/** Notices a process of another version that has made the index its own: neither may write what the other reads. */
export function createVersionCheck(database: Database): { isOurs(): boolean; demand(): void } {
  const select = database.prepare('PRAGMA user_version');
  const isOurs = () => Number(select.get()?.user_version) === INDEX_VERSION;
  return {
    isOurs,
    demand() {
      if (!isOurs()) throw new OtherVersion();
    },
  };
}

/** The index belongs to another version of Rappel by now. */
export class OtherVersion extends Error {
  override name = 'OtherVersion';
}

function versionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

const OBSOLETE = [
  'words_vocabulary',
  'words',
  'vectors',
  'word_lists',
  'chunks',
  'files',
  'totals',
  'listing',
  'identity',
];

const TABLES = `
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL,
  size INTEGER NOT NULL,
  modified REAL NOT NULL
);
CREATE TABLE chunks (
  -- Never reused: code that keeps ids in memory can tell which chunks are new.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file INTEGER NOT NULL REFERENCES files(id),
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  whole INTEGER NOT NULL,
  date TEXT,
  -- 1 where the date is its own, 0 where it is the time of the file.
  dated INTEGER NOT NULL,
  headings TEXT NOT NULL,
  hash BLOB NOT NULL,
  bodies INTEGER NOT NULL
);
-- Beside the chunks, not in them: dates and scopes look at every chunk, and should not have to pass these by.
CREATE TABLE word_lists (id INTEGER PRIMARY KEY, words BLOB NOT NULL);
-- One row: ranking needs these two numbers for every question.
CREATE TABLE totals (chunks INTEGER NOT NULL, bodies INTEGER NOT NULL);
INSERT INTO totals VALUES (0, 0);
-- One row: the fingerprint of the files that were last found unchanged, and the number of changes at that time. Another
-- number of changes means that the fingerprint says nothing any more.
CREATE TABLE listing (changes INTEGER NOT NULL, fingerprint TEXT, compared INTEGER);
INSERT INTO listing VALUES (0, NULL, NULL);
CREATE TRIGGER file_added AFTER INSERT ON files BEGIN UPDATE listing SET changes = changes + 1; END;
CREATE TRIGGER file_changed AFTER UPDATE ON files BEGIN UPDATE listing SET changes = changes + 1; END;
CREATE TRIGGER file_removed AFTER DELETE ON files BEGIN UPDATE listing SET changes = changes + 1; END;
-- One row. A new index gives the ids of chunks again from the first: a file beside it says which index it belongs to.
CREATE TABLE identity (id TEXT NOT NULL);
INSERT INTO identity VALUES (hex(randomblob(16)));
CREATE INDEX chunks_file ON chunks(file);
-- Those of the embedder that was used last.
CREATE TABLE vectors (
  chunk INTEGER PRIMARY KEY,
  embedder TEXT NOT NULL,
  vector BLOB NOT NULL,
  tokens BLOB
);
-- Which chunk holds which word, and nothing more: how often and where is in its list. The words are analysed before
-- they come here: every byte that is not ASCII is part of a word, spaces separate.
CREATE VIRTUAL TABLE words USING fts5(
  stems, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
-- Larger pieces in memory, fewer merges on disk.
INSERT INTO words (words, rank) VALUES ('hashsize', 8388608);
INSERT INTO words (words, rank) VALUES ('automerge', 16);
CREATE VIRTUAL TABLE words_vocabulary USING fts5vocab(words, 'row');
`;
