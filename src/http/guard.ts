import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';

export interface GuardOptions {
  /** Where the service listens. */
  host: string;
  /** Wanted as soon as that is anything but loopback. */
  token: string | null;
}

/**
 * In front of every route and method: a web page of somebody else must not reach the memory through the browser, and
 * nobody else at all without the token.
 */
export function guard({ host, token }: GuardOptions): MiddlewareHandler {
  const local = isLoopback(host);
  return async (context, next) => {
    const given = context.req.header('host');
    const name = given === undefined ? null : hostName(given);
    if (name === null || !(isLoopback(name) || (!local && isOwnName(name, host)))) {
      return context.json(refusal('this address is not served here'), 403);
    }
    const origin = context.req.header('origin');
    if (origin !== undefined && !isSameOrigin(origin, given!)) {
      return context.json(refusal('requests from other web pages are refused'), 403);
    }
    if (token !== null && !hasToken(context.req.header('authorization'), token)) {
      return context.json(
        refusal('a bearer token is needed', 'It is in the file that rappel serve named.'),
        401,
      );
    }
    return next();
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function hostName(header: string): string | null {
  return /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase() ?? null;
}

/** An address, or a name this machine has: never a name that somebody else's DNS leads here. */
function isOwnName(name: string, host: string): boolean {
  return (
    isIP(name.replaceAll(/[[\]]/g, '')) !== 0 ||
    name === host.toLowerCase() ||
    name === hostname().toLowerCase()
  );
}

function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function hasToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refusal(message: string, hint: string | null = null) {
  return { error: { code: 'outside_vault', message, hint } };
}
