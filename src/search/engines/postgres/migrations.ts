/**
 * The tables, as steps that are only ever added. Everything has a `vault_id`, and a policy shows the role `rappel_vault`
 * the rows of the vault that the transaction names (`SET LOCAL rappel.vault`), and none without a name. Requests run
 * in that role; the user that connects owns the tables.
 */
export const MIGRATIONS: readonly string[] = [
  `
CREATE FUNCTION rappel.vault() RETURNS integer LANGUAGE sql STABLE
  AS $$ SELECT nullif(current_setting('rappel.vault', true), '')::integer $$;

CREATE TABLE rappel.vaults (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The name that the vault has in its own state.
  name text NOT NULL UNIQUE,
  -- Of the analysis of words: an older index is made again.
  index_version integer NOT NULL DEFAULT 0,
  -- Raised by every change: what is held in memory is of one version.
  version bigint NOT NULL DEFAULT 0,
  -- Ids of chunks are never given twice, and small: ranking counts by them.
  last_chunk integer NOT NULL DEFAULT 0,
  files integer NOT NULL DEFAULT 0,
  chunks integer NOT NULL DEFAULT 0,
  bodies bigint NOT NULL DEFAULT 0,
  -- Of the files that were last found unchanged, at which version.
  fingerprint text,
  compared bigint
);
CREATE TABLE rappel.files (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  size bigint NOT NULL,
  modified double precision NOT NULL,
  PRIMARY KEY (vault_id, path)
);
CREATE TABLE rappel.chunks (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  id integer NOT NULL,
  path text COLLATE "C" NOT NULL,
  first integer NOT NULL,
  last integer NOT NULL,
  whole integer NOT NULL,
  date text COLLATE "C",
  dated integer NOT NULL,
  headings text NOT NULL,
  hash bytea NOT NULL,
  bodies integer NOT NULL,
  words bytea NOT NULL,
  PRIMARY KEY (vault_id, id)
) WITH (toast_tuple_target = 256);
ALTER TABLE rappel.chunks ALTER words SET STORAGE EXTERNAL;
CREATE INDEX chunks_path ON rappel.chunks (vault_id, path);
-- Which chunk holds which word. Each lexeme begins with the vault's number: the words of other vaults cost nothing. A row
-- is small, its lexemes lie beside it: finding chunks by the index reads no lexemes.
CREATE TABLE rappel.words (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  id integer NOT NULL,
  lexemes tsvector NOT NULL,
  PRIMARY KEY (vault_id, id)
) WITH (toast_tuple_target = 128);
CREATE INDEX words_lexemes ON rappel.words USING gin (lexemes);
-- In how many chunks each stem occurs.
CREATE TABLE rappel.terms (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  term text COLLATE "C" NOT NULL,
  chunks integer NOT NULL,
  PRIMARY KEY (vault_id, term)
) WITH (fillfactor = 70);
CREATE TABLE rappel.vectors (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  chunk integer NOT NULL,
  embedder text NOT NULL,
  vector bytea NOT NULL,
  tokens bytea,
  PRIMARY KEY (vault_id, chunk)
);
ALTER TABLE rappel.vectors ALTER vector SET STORAGE EXTERNAL, ALTER tokens SET STORAGE EXTERNAL;

ALTER TABLE rappel.vaults ENABLE ROW LEVEL SECURITY;
CREATE POLICY vault ON rappel.vaults TO rappel_vault USING (id = rappel.vault());
${['files', 'chunks', 'words', 'terms', 'vectors']
  .map(
    (table) => `
ALTER TABLE rappel.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY vault ON rappel.${table} TO rappel_vault USING (vault_id = rappel.vault());
ALTER TABLE rappel.${table} ALTER vault_id SET DEFAULT rappel.vault();
GRANT SELECT, INSERT, UPDATE, DELETE ON rappel.${table} TO rappel_vault;`,
  )
  .join('')}
GRANT SELECT, UPDATE ON rappel.vaults TO rappel_vault;
GRANT USAGE ON SCHEMA rappel TO rappel_vault;

-- Behind a policy the planner uses no index for @@, because that operator may tell what it sees. This function runs as the
-- owner, to whom the policy does not apply, and holds to the vault itself. Other plans than by the index would read
-- every list of lexemes.
CREATE FUNCTION rappel.holding(asked tsquery) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off
  AS $$
    SELECT string_agg(int4send(id), '') FROM rappel.words
    WHERE lexemes @@ asked AND vault_id + 0 = rappel.vault()
  $$;
REVOKE ALL ON FUNCTION rappel.holding FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rappel.holding TO rappel_vault;
`,
  `
-- Who leads which vault of a hub: src/hub. The clock is that of this server.
CREATE TABLE rappel.nodes (
  id text PRIMARY KEY,
  url text NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  started timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires timestamptz NOT NULL
);
CREATE TABLE rappel.leases (
  -- The name that the vault has in its own state, and that of its folder.
  vault text PRIMARY KEY,
  name text NOT NULL,
  -- Null where its leader gave it back.
  node text,
  -- Raised by every new leader.
  fence bigint NOT NULL DEFAULT 1,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires timestamptz NOT NULL
);
CREATE INDEX leases_node ON rappel.leases (node);
CREATE TABLE rappel.hub_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL);
`,
];
