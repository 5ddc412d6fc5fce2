import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import type { Gate } from './gate.js';
import { WHERE } from './session-routes.js';

export interface GuardOptions {
  /** Where the service listens. */
  host: string;
  /** Wanted as soon as that is anything but loopback. */
  token: string | null;
}

/**
 * In front of every route and method: a web page of somebody else must not reach the memory through the browser, and
 * nobody else at all without the token. The page itself holds nothing of the memory: it is how a browser is let in.
 */
export function guard(host: string, gate: Gate | null): MiddlewareHandler {
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
    if (gate !== null && !isDoor(context.req.path) && !gate.isOpenTo(context))
      return context.json(refusal('the token of this memory is needed', WHERE), 401);
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

/** The page, its own files, and the place where a browser shows the token. */
function isDoor(path: string): boolean {
  return path === '/api/session' || !/^\/(?:api|mcp)(?:\/|$)/.test(path);
}

function refusal(message: string, hint: string | null = null) {
  return { error: { code: 'outside_vault', message, hint } };
}
