import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { isSame, type Sessions } from './sessions.js';

/** Who may come in where a token is wanted: whoever brings it, and a browser that was let in with it. */
export interface Gate {
  readonly token: string;
  readonly sessions: Sessions;
  isOpenTo(context: Context): boolean;
}

export function createGate(token: string, sessions: Sessions): Gate {
  return {
    token,
    sessions,
    isOpenTo(context) {
      const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
      if (given !== undefined) return isSame(given, token);
      const secret = getCookie(context, cookieName(context));
      return secret !== undefined && isOwnPage(context) && sessions.has(secret);
    },
  };
}

/** Cookies know no ports: two services on one machine must not put each other's users out. */
export function cookieName(context: Context): string {
  return `rappel_${/:(\d{1,5})$/.exec(context.req.header('host') ?? '')?.[1] ?? 'web'}`;
}

/**
 * A cookie comes with requests that its owner did not mean. Browsers say where a request comes from; whatever changes
 * something has to say it.
 */
function isOwnPage(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return /^(?:GET|HEAD)$/.test(context.req.method) || context.req.header('origin') !== undefined;
}
