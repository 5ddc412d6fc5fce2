import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../service/state/durable.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { hashOf } from '../sessions.js';
import type { Payload } from './oauth-store.js';

/** What lasts longer than the service runs; a sign-in that is under way does not. */
const LASTING = ['Client', 'Grant', 'Allowed', 'AccessToken', 'RefreshToken'] as const;
/** Of each kind: anybody may register a client or begin a sign-in. The oldest goes, but no client that was allowed in. */
const MOST = 1_000;

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
export function createFileOauthStore(root: string, now: () => number = Date.now) {
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
    const found = entriesOf(model).get(hashOf(id));
    if (found === undefined || (found.until !== null && found.until <= seconds())) return undefined;
    return { ...found.payload, jti: id };
  }

  function dropOldest(entries: Map<string, Kept>): void {
    const allowed = new Set([...entriesOf('Grant').values()].map(({ payload }) => payload.clientId));
    for (const [hash, { payload }] of entries)
      if (!allowed.has(payload.client_id as string)) {
        entries.delete(hash);
        return;
      }
  }

  return {
    find,
    /** `expiresIn`: in seconds. */
    upsert(model: string, id: string, { jti: _, ...payload }: Payload, expiresIn?: number): void {
      change(model, (entries) => {
        dropEnded(entries, seconds());
        entries.delete(hashOf(id));
        entries.set(hashOf(id), { payload, until: expiresIn === undefined ? null : seconds() + expiresIn });
        if (entries.size > MOST) dropOldest(entries);
      });
    },
    consume(model: string, id: string): boolean {
      const found = entriesOf(model).get(hashOf(id));
      if (found === undefined || found.payload.consumed !== undefined) return false;
      change(model, () => {
        found.payload = { ...found.payload, consumed: seconds() };
      });
      return true;
    },
    remove: (model: string, id: string): void => change(model, (entries) => entries.delete(hashOf(id))),
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
