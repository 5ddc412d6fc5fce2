/** Raised, with a migration, when a released version changes the tables. */
export const STATE_FORMAT = 1;

/** Its own, because what does not outlive the process is in a database in memory. until: in seconds; null if it has no end. */
export const OAUTH_TABLE = `
-- What the authorisation server knows, by hashes of ids.
CREATE TABLE oauth (
  model TEXT NOT NULL,
  hash TEXT NOT NULL,
  payload TEXT NOT NULL,
  until INTEGER,
  PRIMARY KEY (model, hash)
) STRICT;
`;

/**
 * The tables of `.rappel/state.db`: what a vault remembers that is not notes. A time is in milliseconds since 1970, unless its column
 * says otherwise. `wall` is the key of the wall that the caller was behind, empty for none.
 */
export const STATE_TABLES = `
-- What was asked. status: as lists show it; content: its steps, its answer and the lines that match.
CREATE TABLE questions (
  id TEXT PRIMARY KEY,
  started INTEGER NOT NULL,
  status TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX questions_started ON questions (started);

-- How answers came about.
CREATE TABLE receipts (
  id TEXT NOT NULL,
  wall TEXT NOT NULL,
  time INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (wall, id)
) STRICT;
CREATE INDEX receipts_time ON receipts (wall, time);

-- Tokens of other machines and programs, by hashes. created: local time; folders: a JSON list, null for the whole vault.
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL,
  folders TEXT,
  read_only INTEGER NOT NULL,
  last_used INTEGER
) STRICT;

-- Browsers that logged in, by hashes. token: a hash of the vault's own, with which they end; opened_by: the id of a named token, null for the vault's own.
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  until INTEGER NOT NULL,
  opened_by TEXT
) STRICT;

${OAUTH_TABLE}

-- One row: the keys of the sign-in of assistants, as JSON.
CREATE TABLE oauth_keys (keys TEXT NOT NULL) STRICT;
`;

/** The tables that hold what lets somebody in. */
export const SECRET_TABLES = ['tokens', 'sessions', 'oauth', 'oauth_keys'] as const;
