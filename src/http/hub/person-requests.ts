import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'hono/utils/cookie';
import type { Caller, Credential } from '../../hub/people/callers.js';
import type { HubPeople } from '../../hub/people/open-people.js';
import type { Asker } from '../../shared/asker.js';
import { RappelError } from '../../shared/errors.js';
import { bearerOf, type RequestHead, saysItsOrigin } from '../gate.js';

/** Requests of one person in a minute, of all programs together. */
const MOST_REQUESTS = 600;
const MINUTE_MS = 60_000;
/** How often it is asked whether the person of an answer that goes on, as a stream does, still has access. */
const LOOK_MS = 10_000;
/** A page saves while someone types: the same act is kept once a minute. */
const SAME_MS = 60_000;

/** By the port, as the cookies of vaults: two hubs on one machine must not sign out each other's people. */
export function personCookie(head: RequestHead): string {
  return `rappel_hub_${/:(\d{1,5})$/.exec(head.header('host') ?? '')?.[1] ?? 'web'}`;
}

export function sessionOf(head: RequestHead): string | null {
  const name = personCookie(head);
  const secret = parse(head.header('cookie') ?? '', name)[name];
  return secret !== undefined && saysItsOrigin(head) ? secret : null;
}

export function headOfRequest({ method = '', url = '', headers }: IncomingMessage): RequestHead {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { method, path: url.split('?', 1)[0]!, header };
}

export type PersonRequests = ReturnType<typeof createPersonRequests>;

/** Who asks something of a vault, for one node of a hub. */
export function createPersonRequests({ callers, audit }: HubPeople, { lookMs = LOOK_MS } = {}) {
  let minute = { began: 0, counts: new Map<string, number>() };
  const lately = new Map<string, number>();
  const open = new Map<ServerResponse, { credential: Credential; name: string }>();
  const looking = setInterval(() => void look(), lookMs);
  looking.unref();

  /** A revoked session or token ends its streams too. */
  async function look(): Promise<void> {
    for (const [response, { credential, name }] of open) {
      const caller = await callers.find(credential, name).catch(() => undefined);
      if (caller === null) response.destroy();
    }
  }

  function credentialOf(head: RequestHead): Credential | null {
    const secret = bearerOf(head);
    if (secret === undefined) {
      const session = sessionOf(head);
      return session === null ? null : { kind: 'session', secret: session };
    }
    if (callers.isPersonalToken(secret)) return { kind: 'token', secret };
    // An assistant that signed in did so for `/mcp` alone.
    return head.path === '/mcp' && OAUTH_TOKEN.test(secret) ? { kind: 'oauth', secret } : null;
  }

  return {
    /** Null for a request of nobody who is known here. Throws `busy` where PostgreSQL does not answer. */
    async identify(head: RequestHead, name: string): Promise<Caller | null> {
      const credential = credentialOf(head);
      return credential === null ? null : callers.find(credential, name);
    },
    /** False for one that came too often in this minute. */
    count({ email }: Caller): boolean {
      const now = performance.now();
      if (now - minute.began > MINUTE_MS) minute = { began: now, counts: new Map() };
      const count = (minute.counts.get(email) ?? 0) + 1;
      minute.counts.set(email, count);
      return count <= MOST_REQUESTS;
    },
    /** Ends an answer that goes on when its person has no access any more. */
    watch(head: RequestHead, name: string, response: ServerResponse): void {
      open.set(response, { credential: credentialOf(head)!, name });
      response.once('close', () => open.delete(response));
    },
    askerOf({ email }: Caller, vault: string, address: string): Asker {
      return {
        name: email,
        tell(action, detail, allowed) {
          const key = JSON.stringify([email, vault, action, detail, allowed]);
          const now = performance.now();
          if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_MS) return;
          if (lately.size > 10_000) lately.clear();
          lately.set(key, now);
          audit({ person: email, address, vault, action, detail, allowed });
        },
      };
    },
    close: () => clearInterval(looking),
  };
}

/** Those of vaults have another length or beginning: the database is not asked about them. */
const OAUTH_TOKEN = /^[\w-]{43}$/;

export const TOO_OFTEN = new RappelError('busy', 'http.too_often', { most: MOST_REQUESTS });
