/** Raised, with a migration, when a released version changes the tables. */
export const STATE_FORMAT = 1;

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
`;
