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
-- Updates, in the order in which they were accepted. status: as clients see it; input: what was given, but for its images; run: the steps of its last run.
CREATE TABLE updates (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  digest TEXT NOT NULL,
  status TEXT NOT NULL,
  input TEXT NOT NULL,
  run TEXT
) STRICT;
CREATE INDEX updates_state ON updates (state);
CREATE TABLE update_images (
  number INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (number, nth)
) STRICT;

-- The ids of updates that left, so that none is filed again. digest: of the input; null if that was purged. accepted: local time.
CREATE TABLE filed_ids (id TEXT PRIMARY KEY, digest TEXT, accepted TEXT NOT NULL) STRICT;

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

-- MCP clients, by the names they give themselves, and when they last called a tool.
CREATE TABLE clients (client TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;

-- Working directories, by their git remote or else by their path, and the folders in projects/ that they belong to.
CREATE TABLE directories (
  remote TEXT,
  path TEXT,
  project TEXT NOT NULL,
  open INTEGER NOT NULL,
  CHECK ((remote IS NULL) <> (path IS NULL))
) STRICT;

-- What answers and moves taught about the place of an input. id: the update that it was about; words: a JSON list; came_from: where it had been filed.
CREATE TABLE lessons (
  wall TEXT NOT NULL,
  id TEXT NOT NULL,
  day TEXT NOT NULL,
  words TEXT NOT NULL,
  project TEXT,
  came_from TEXT,
  folder TEXT,
  client TEXT,
  PRIMARY KEY (wall, id)
) STRICT;

-- The findings that are not to be shown, and the file that each is about.
CREATE TABLE dismissed_findings (
  wall TEXT NOT NULL,
  id TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (wall, id)
) STRICT;

-- What a person calls the open questions of the inbox by.
CREATE TABLE inbox_numbers (
  wall TEXT NOT NULL,
  item TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (wall, item)
) STRICT;

-- What agents asked to delete, by the item of the inbox that asks, as JSON.
CREATE TABLE deletions (item TEXT PRIMARY KEY, request TEXT NOT NULL) STRICT;

-- One row, where this vault syncs. problem: as JSON.
CREATE TABLE sync (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  remote TEXT NOT NULL,
  machine_id TEXT NOT NULL,
  machine_name TEXT NOT NULL,
  agreed TEXT,
  agreed_on TEXT,
  problem TEXT,
  rewritten TEXT
) STRICT;

-- One row: the token of the service that this vault syncs with, and the only address that it is sent to.
CREATE TABLE sync_token (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  address TEXT NOT NULL,
  token TEXT NOT NULL
) STRICT;

-- Whether sessions of assistants are kept, in a project or, where it is empty, in all that have no own.
CREATE TABLE capture_modes (project TEXT PRIMARY KEY, mode TEXT NOT NULL) STRICT;

-- Tokens that hooks showed to models, by day.
CREATE TABLE shown_tokens (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL) STRICT;

-- The assistants whose own notes may be read, and how each folder of them looked when it was read last.
CREATE TABLE own_memories (client TEXT PRIMARY KEY) STRICT;
CREATE TABLE own_memories_read (folder TEXT PRIMARY KEY, looks TEXT NOT NULL) STRICT;

-- One row: when the state was last kept within its limits.
CREATE TABLE upkeep (one INTEGER PRIMARY KEY CHECK (one = 1), time INTEGER NOT NULL) STRICT;
`;

/** The tables that hold what lets somebody in. */
export const SECRET_TABLES = ['tokens', 'sessions', 'oauth', 'oauth_keys'] as const;
