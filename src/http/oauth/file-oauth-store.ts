import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../service/state/durable.js';
import { RappelError } from '../../shared/errors.js';
import { secretHash } from '../../shared/login-secrets.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import type { Payload } from './oauth-store.js';

/** What lasts longer than the service runs; a sign-in that is under way does not. */
const LASTING = ['Client', 'Grant', 'Allowed', 'AccessToken', 'RefreshToken'] as const;
/** How many are kept. */
export interface OauthLimits {
  /** Of each kind that anybody can make, a registered client or a sign-in that began: then no more are taken. */
  each: number;
  /** Of each kind that a grant brings, as it renews its tokens: its own oldest goes. */
  perGrant: number;
  /** Sign-ins of one client that wait for an answer: no more begin. */
  perClient: number;
}

const LIMITS: OauthLimits = { each: 1_000, perGrant: 50, perClient: 100 };

/** What strangers make. */
const OPEN: readonly string[] = ['Client', 'Interaction'];

export type FileOauthStore = ReturnType<typeof createFileOauthStore>;

interface Kept {
  payload: Payload;
  /** In seconds since 1970; null if it has no end. */
  until: number | null;
}

const kept = z.object({
  entries: z.array(
    z.object({
      model: z.string(),
      hash: z.string(),
      payload: z.record(z.string(), z.unknown()),
      until: z.number().nullable(),
    }),
  ),
});

/**
 * What the authorisation server knows of the clients that were allowed in. Everything is found by a hash of its id, and
 * the ids of tokens are the tokens: reading the file gives no access.
 */
export function createFileOauthStore(root: string, now: () => number = Date.now, most = LIMITS) {
  const file = join(root, '.rappel', 'oauth.json');
  const models = read(file);
  const seconds = () => Math.floor(now() / 1_000);

  function entriesOf(model: string): Map<string, Kept> {
    const entries = models.get(model) ?? new Map<string, Kept>();
    models.set(model, entries);
    return entries;
  }

  function keep(): void {
    const entries = LASTING.flatMap((model) =>
      [...entriesOf(model)].map(([hash, found]) => ({ model, hash, ...found })),
    );
    stateFolder(root);
    writeDurably(file, JSON.stringify({ entries }));
  }

  /** Runs a change, and keeps it where it lasts. */
  function change(model: string, work: (entries: Map<string, Kept>) => void): void {
    work(entriesOf(model));
    if (LASTING.some((lasting) => lasting === model)) keep();
  }

  function find(model: string, id: string): Payload | undefined {
    const found = entriesOf(model).get(secretHash(id));
    if (found === undefined || (found.until !== null && found.until <= seconds())) return undefined;
    return { ...found.payload, jti: id };
  }

  /** Makes room for a new one, at the cost of nobody else. Throws `busy` where there is none. */
  function makeRoom(model: string, { grantId, params }: Payload): void {
    const entries = entriesOf(model);
    if (grantId !== undefined) {
      const own = [...entries].filter(([, { payload }]) => payload.grantId === grantId);
      for (const [hash] of own.slice(0, Math.max(0, own.length - most.perGrant + 1))) entries.delete(hash);
      return;
    }
    if (model === 'Client' && entries.size >= most.each) dropUnusedClient(entries);
    const isSame = ({ payload }: Kept) => payload.params?.client_id === params?.client_id;
    const asked = model === 'Interaction' ? [...entries.values()].filter(isSame).length : 0;
    if (OPEN.includes(model) && (entries.size >= most.each || asked >= most.perClient))
      throw new RappelError('busy', 'too many sign-ins are under way', {
        hint: 'Try again in a few minutes.',
      });
  }

  /** The oldest that was not allowed in and does not ask to be. */
  function dropUnusedClient(entries: Map<string, Kept>): void {
    const used = new Set([
      ...[...entriesOf('Grant').values()].map(({ payload }) => payload.clientId),
      ...[...entriesOf('Interaction').values()].map(({ payload }) => payload.params?.client_id),
    ]);
    const unused = [...entries].find(([, { payload }]) => !used.has(payload.client_id as string));
    if (unused !== undefined) entries.delete(unused[0]);
  }

  return {
    find,
    /** `expiresIn`: in seconds. */
    upsert(model: string, id: string, { jti: _, ...payload }: Payload, expiresIn?: number): void {
      change(model, (entries) => {
        dropEnded(entries, seconds());
        if (!entries.delete(secretHash(id))) makeRoom(model, payload);
        entries.set(secretHash(id), {
          payload,
          until: expiresIn === undefined ? null : seconds() + expiresIn,
        });
      });
    },
    consume(model: string, id: string): boolean {
      const found = entriesOf(model).get(secretHash(id));
      if (found === undefined || found.payload.consumed !== undefined) return false;
      change(model, () => {
        found.payload = { ...found.payload, consumed: seconds() };
      });
      return true;
    },
    remove: (model: string, id: string): void => change(model, (entries) => entries.delete(secretHash(id))),
    removeOfGrant(model: string, grant: string): void {
      change(model, (entries) => {
        for (const [hash, { payload }] of entries) if (payload.grantId === grant) entries.delete(hash);
      });
    },
  };
}

function dropEnded(entries: Map<string, Kept>, now: number): void {
  for (const [hash, { until }] of entries) if (until !== null && until <= now) entries.delete(hash);
}

function read(file: string): Map<string, Map<string, Kept>> {
  const models = new Map<string, Map<string, Kept>>();
  for (const { model, hash, ...found } of kept.safeParse(readJsonOrNull(file)).data?.entries ?? []) {
    const entries = models.get(model) ?? new Map<string, Kept>();
    models.set(model, entries.set(hash, found));
  }
  return models;
}
