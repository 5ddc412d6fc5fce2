/**
 * The tables, as steps that are only ever added. The user that connects owns them.
 *
 * Nodes of the version before go on while the first new one runs a step: what they read and write must still be there, and
 * columns that they do not know need a default.
 */
export const MIGRATIONS: readonly string[] = [
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
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires timestamptz NOT NULL
);
CREATE INDEX leases_node ON rappel.leases (node);
CREATE TABLE rappel.hub_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL);

-- The people of a hub: src/hub/people.
-- Where browsers reach the hub, for links.
CREATE TABLE rappel.hub_address (one boolean PRIMARY KEY DEFAULT true CHECK (one), url text NOT NULL);
CREATE TABLE rappel.people (
  id text PRIMARY KEY,
  -- In lower case.
  email text NOT NULL UNIQUE,
  -- Null until one is set: a passkey or a provider may be enough.
  password text,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null until the invitation was used.
  joined timestamptz,
  -- The email address of the owner whose invitation made the account; null for the operator.
  invited_by text
);
CREATE TABLE rappel.memberships (
  person text NOT NULL REFERENCES rappel.people ON DELETE CASCADE,
  -- The name that the vault has in its own state.
  vault text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
  -- What they see of it; null for everything.
  folders text[],
  PRIMARY KEY (person, vault)
);
-- Secrets that are used once: invitations, challenges of passkeys, sign-ins through a provider. Stored as hashes, as all secrets here.
CREATE TABLE rappel.codes (
  hash text PRIMARY KEY,
  kind text NOT NULL,
  person text REFERENCES rappel.people ON DELETE CASCADE,
  content text NOT NULL DEFAULT '',
  expires timestamptz NOT NULL
);
CREATE TABLE rappel.passkeys (
  id text PRIMARY KEY,
  person text NOT NULL REFERENCES rappel.people ON DELETE CASCADE,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text NOT NULL DEFAULT '',
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  used timestamptz
);
CREATE INDEX passkeys_person ON rappel.passkeys (person);
CREATE TABLE rappel.sessions (
  hash text PRIMARY KEY,
  id text NOT NULL UNIQUE,
  person text NOT NULL REFERENCES rappel.people ON DELETE CASCADE,
  address text NOT NULL,
  browser text NOT NULL,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  used timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires timestamptz NOT NULL
);
CREATE INDEX sessions_person ON rappel.sessions (person);
-- For programs of a person: at most what the person may do in that vault.
CREATE TABLE rappel.personal_tokens (
  hash text PRIMARY KEY,
  id text NOT NULL UNIQUE,
  person text NOT NULL,
  vault text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
  folders text[],
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  used timestamptz,
  UNIQUE (person, name),
  FOREIGN KEY (person, vault) REFERENCES rappel.memberships ON DELETE CASCADE
);
-- Failed sign-ins, by hashes of the email address and of where they came from.
CREATE TABLE rappel.attempts (key text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE INDEX attempts_key ON rappel.attempts (key, at);
CREATE TABLE rappel.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- An email address, which stays when the person is removed; null where it is not known.
  person text,
  address text,
  -- The name of its folder.
  vault text,
  action text NOT NULL,
  detail text,
  allowed boolean NOT NULL
);
CREATE INDEX audit_at ON rappel.audit (at);
CREATE FUNCTION rappel.refuse_change() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'the audit log can only be added to'; END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON rappel.audit
  FOR EACH STATEMENT EXECUTE FUNCTION rappel.refuse_change();

-- Assistants that sign in to vaults of a hub: src/hub/people/oauth-rows.ts. A grant stands for a personal token and ends with it.
CREATE TABLE rappel.oauth_grants (
  id text PRIMARY KEY,
  token text NOT NULL REFERENCES rappel.personal_tokens (id) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_token ON rappel.oauth_grants (token);
CREATE TABLE rappel.oauth (
  -- A kind of the library: Client, Interaction, Grant, AuthorizationCode, AccessToken, RefreshToken; Keys of the hub.
  model text NOT NULL,
  -- Of its id, which is the secret where it is a token or a code.
  hash text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text REFERENCES rappel.oauth_grants ON DELETE CASCADE,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null where it has no end.
  expires timestamptz,
  PRIMARY KEY (model, hash)
);
CREATE INDEX oauth_grant ON rappel.oauth (grant_id);
CREATE INDEX oauth_expires ON rappel.oauth (expires);

-- Owners invite people to their vaults: src/hub/people/invitations.ts. Nothing is open to whom they invite until the link was used.
CREATE TABLE rappel.invitations (
  hash text PRIMARY KEY,
  vault text NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
  folders text[],
  -- The owner who invites, with whose membership it ends; null for the operator.
  invited_by text,
  expires timestamptz NOT NULL,
  UNIQUE (vault, email),
  FOREIGN KEY (invited_by, vault) REFERENCES rappel.memberships (person, vault) ON DELETE CASCADE
);

-- Vaults that the nodes of a hub share through their history remotes: src/hub/remotes.
CREATE TABLE rappel.remotes (
  -- The name that the vault has in its own state, and that of its folder.
  vault text PRIMARY KEY,
  name text NOT NULL,
  remote text NOT NULL,
  -- The copy that was served last, by its name at the remote: it has everything, also while the remote is out of reach.
  machine text NOT NULL,
  -- Whether the vault was removed from the hub. Its row stays, so that every node learns of it, whenever it starts.
  removed boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX remotes_name ON rappel.remotes (name) WHERE NOT removed;
-- Updates of these vaults, from before they are acknowledged. Their ids stay, so that none is filed twice.
CREATE TABLE rappel.updates (
  vault text NOT NULL REFERENCES rappel.remotes ON DELETE CASCADE,
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  digest text NOT NULL,
  -- Local time of the node that took it.
  accepted text NOT NULL,
  -- The input; null once the remote has its result.
  content text,
  -- Whether it is still to be filed.
  waits boolean NOT NULL DEFAULT true,
  PRIMARY KEY (vault, id)
);
CREATE INDEX updates_number ON rappel.updates (vault, number);
CREATE INDEX updates_waiting ON rappel.updates (vault) WHERE waits;
`,
];
