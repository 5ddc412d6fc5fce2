import type { NamedTokens } from '../../service/connection/named-tokens.js';
import { RappelError } from '../../shared/errors.js';
import { secretHash } from '../../shared/login-secrets.js';
import type { Database } from '../../shared/sqlite.js';
import { openSqlite } from '../../shared/sqlite.js';
import { changeState, readState } from '../../vault/state-database.js';
import { OAUTH_TABLE } from '../../vault/state-tables.js';
import { type Gate, headOf } from '../gate.js';
import type { FetchOutside } from './authorization-options.js';
import type { Consents } from './consent-routes.js';
import { createOauth, freeClientName, metadataUrl, withoutSlashes } from './oauth.js';
import { oauthKeys } from './oauth-keys.js';
import type { OauthStore, Payload } from './oauth-store.js';

export type OwnerOauth = ReturnType<typeof createOwnerOauth>;

/** Whoever may give consent: the vault has one owner. */
const OWNER = 'owner';

/** The sign-in of clients to the vault of one user. */
export function createOwnerOauth(root: string, given: string, tokens: NamedTokens, fetch?: FetchOutside) {
  const publicUrl = withoutSlashes(given);
  const resource = `${publicUrl}/mcp`;
  const access = createOauthAccess(createStoredOauth(root), tokens, resource);
  const oauth = createOauth(publicUrl, {
    store: access,
    keys: () => oauthKeys(root),
    ...(fetch && { fetch }),
    resources: {
      default: resource,
      has: (asked) => asked === resource,
      consentUrl: (_, uid) => `${publicUrl}/consent/${uid}`,
    },
  });

  return {
    ...oauth,
    resource,
    identify: access.identify,
    metadataUrl: metadataUrl(publicUrl, '/mcp'),
    /** `gate` knows the owner. */
    consents(gate: Gate | null): Consents {
      return {
        vault: null,
        demand(context) {
          if (!gate?.isOwner(headOf(context))) throw new RappelError('protected', 'oauth.owner_only');
        },
        asking: ({ env }, uid) => oauth.asking(env, uid),
        async allow({ env }, uid, consented) {
          const asking = await oauth.asking(env, uid);
          const readOnly = asking.readOnly || consented.readOnly;
          const names = tokens.list().map(({ name }) => name);
          const { id } = await tokens.create(
            freeClientName(asking.client, names),
            consented.folders,
            readOnly,
          );
          return oauth.allow(env, uid, { account: OWNER, token: id, readOnly });
        },
        refuse: ({ env }, uid) => oauth.refuse(env, uid),
      };
    },
  };
}

/**
 * What the owner of a vault gives by consent. A client that was allowed in is listed, walled and revoked as a named token; the tokens of
 * OAuth only stand for that one, for an hour each.
 *
 * `resource`: what the tokens of clients are for.
 */
function createOauthAccess(
  kept: StoredOauth,
  tokens: Pick<NamedTokens, 'has' | 'revoke' | 'used'>,
  resource: string,
) {
  /** The named token of a grant; null if there is none, or none any more. */
  function tokenOf(grant: string): string | null {
    const id = kept.find('Allowed', grant)?.token;
    return typeof id === 'string' && tokens.has(id) ? id : null;
  }

  return {
    ...kept,
    find(model: string, id: string): Payload | undefined {
      const found = kept.find(model, id);
      return found?.grantId !== undefined && tokenOf(found.grantId) === null ? undefined : found;
    },
    bind: (grant: string, token: string): void => kept.upsert('Allowed', grant, { token }),
    async end(grant: string): Promise<void> {
      const token = tokenOf(grant);
      for (const model of ['Allowed', 'Grant']) kept.remove(model, grant);
      if (token === null) return;
      await tokens.revoke(token).catch((error) => {
        if (!(error instanceof RappelError && error.code === 'not_found')) throw error;
      });
    },
    /** The named token that a token of a client stands for; null for any other text. */
    identify(bearer: string): string | null {
      const found = kept.find('AccessToken', bearer);
      if (found?.grantId === undefined || found.aud !== resource) return null;
      const token = tokenOf(found.grantId);
      if (token !== null) tokens.used(token);
      return token;
    },
  } satisfies OauthStore & Pick<NamedTokens, 'identify'>;
}

/** What lasts longer than the service runs; a sign-in that is under way does not, and costs no wait for the disk. */
const LASTING: readonly string[] = ['Client', 'Grant', 'Allowed', 'AccessToken', 'RefreshToken'];

/** How many are kept. */
interface OauthLimits {
  /** Of each kind that anybody can make, a registered client or a sign-in that began: then no more are taken. */
  each: number;
  /** Of each kind that a grant brings, as it renews its tokens: its own oldest goes. */
  perGrant: number;
  /** Sign-ins of one client that wait for an answer: no more begin. */
  perClient: number;
}

const LIMITS: OauthLimits = { each: 1_000, perGrant: 50, perClient: 100 };

type StoredOauth = ReturnType<typeof createStoredOauth>;

/**
 * What the authorisation server knows of the clients that were allowed in. Everything is found by a hash of its id, and
 * the ids of tokens are the tokens: reading the database gives no access.
 */
export function createStoredOauth(root: string, now: () => number = Date.now, most = LIMITS) {
  const passing = openSqlite(':memory:');
  passing.exec(OAUTH_TABLE);
  const seconds = () => Math.floor(now() / 1_000);

  function read<Found>(model: string, nothing: Found, work: (database: Database) => Found): Found {
    return LASTING.includes(model) ? readState(root, nothing, work) : work(passing);
  }

  function change<Result>(model: string, work: (database: Database) => Result): Result {
    return LASTING.includes(model) ? changeState(root, work) : work(passing);
  }

  /** Makes room for a new one, at the cost of nobody else. Throws `busy` where there is none. */
  function makeRoom(database: Database, model: string, { grantId, params }: Payload): void {
    if (grantId !== undefined) {
      database
        .prepare(
          `DELETE FROM oauth WHERE rowid IN (
            SELECT rowid FROM oauth WHERE model = ? AND payload ->> 'grantId' = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?
          )`,
        )
        .run(model, grantId, most.perGrant - 1);
      return;
    }
    if (model !== 'Client' && model !== 'Interaction') return;
    if (model === 'Client' && countOf(database, model) >= most.each) dropUnusedClient(database);
    const isFull =
      countOf(database, model) >= most.each ||
      (model === 'Interaction' && askedBy(params?.client_id).length >= most.perClient);
    if (isFull) throw new RappelError('busy', 'oauth.too_many');
  }

  /** The sign-ins of a client that wait for an answer. */
  function askedBy(client: unknown) {
    return passing
      .prepare(`SELECT 1 FROM oauth WHERE model = 'Interaction' AND payload ->> '$.params.client_id' = ?`)
      .all(String(client));
  }

  /** The oldest that was not allowed in and does not ask to be. */
  function dropUnusedClient(database: Database): void {
    const unused = database
      .prepare(
        `SELECT rowid, payload ->> 'client_id' AS client FROM oauth WHERE model = 'Client' AND client NOT IN (
          SELECT payload ->> 'clientId' FROM oauth WHERE model = 'Grant' AND payload ->> 'clientId' IS NOT NULL
        ) ORDER BY rowid`,
      )
      .all()
      .find(({ client }) => askedBy(client).length === 0);
    if (unused !== undefined) database.prepare('DELETE FROM oauth WHERE rowid = ?').run(unused.rowid!);
  }

  return {
    find(model: string, id: string): Payload | undefined {
      return read<Payload | undefined>(model, undefined, (database) => {
        const found = database
          .prepare('SELECT payload FROM oauth WHERE model = ? AND hash = ? AND (until IS NULL OR until > ?)')
          .get(model, secretHash(id), seconds());
        return found === undefined ? undefined : { ...JSON.parse(String(found.payload)), jti: id };
      });
    },
    /** `expiresIn`: in seconds. */
    upsert(model: string, id: string, { jti: _, ...payload }: Payload, expiresIn?: number): void {
      change(model, (database) => {
        const until = expiresIn === undefined ? null : seconds() + expiresIn;
        database.prepare('DELETE FROM oauth WHERE model = ? AND until <= ?').run(model, seconds());
        const { changes } = removeOne(database, model, id);
        if (Number(changes) === 0) makeRoom(database, model, payload);
        database
          .prepare('INSERT INTO oauth (model, hash, payload, until) VALUES (?, ?, ?, ?)')
          .run(model, secretHash(id), JSON.stringify(payload), until);
      });
    },
    consume(model: string, id: string): boolean {
      return change(model, (database) => {
        const { changes } = database
          .prepare(
            `UPDATE oauth SET payload = json_set(payload, '$.consumed', ?)
            WHERE model = ? AND hash = ? AND payload ->> 'consumed' IS NULL`,
          )
          .run(seconds(), model, secretHash(id));
        return Number(changes) > 0;
      });
    },
    remove(model: string, id: string): void {
      change(model, (database) => removeOne(database, model, id));
    },
    removeOfGrant(model: string, grant: string): void {
      change(model, (database) =>
        database.prepare(`DELETE FROM oauth WHERE model = ? AND payload ->> 'grantId' = ?`).run(model, grant),
      );
    },
  };
}

function countOf(database: Database, model: string): number {
  return Number(database.prepare('SELECT count(*) AS count FROM oauth WHERE model = ?').get(model)?.count);
}

function removeOne(database: Database, model: string, id: string) {
  return database.prepare('DELETE FROM oauth WHERE model = ? AND hash = ?').run(model, secretHash(id));
}
