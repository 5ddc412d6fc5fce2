import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { RappelError } from '../shared/errors.js';
import { errorBody } from './errors.js';
import { type Gate, headOf } from './gate.js';
import { hostName, isLoopback } from './guard.js';

/**
 * For what changes this machine rather than the vault: settings, keys, tokens, other programs' files. Only the page itself
 * may ask for it, in a browser on this machine; never a page elsewhere, nor a program with a token. The guard has checked
 * that the origin is the service's own.
 */
export function isOwnPage(context: Context, gate: Gate | null): boolean {
  const { req } = context;
  // Not the origin of a proxy, which the guard allows too.
  const isOwnOrigin = req.header('origin') === `http://${req.header('host')}`;
  return isAskedFromThisMachine(context, gate) && isOwnOrigin;
}

/** True if the request comes from this machine, from a browser that logged in where a token is required. */
export function isAskedFromThisMachine(context: Context, gate: Gate | null): boolean {
  const { req } = context;
  const name = hostName(req.header('host') ?? '');
  if (name === null || !isLoopback(name)) return false;
  // A proxy on this machine speaks for clients elsewhere.
  if (FORWARDED.some((header) => req.header(header) !== undefined)) return false;
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  const address = incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  if (address === undefined || !isLoopback(address)) return false;
  return gate === null || gate.hasSession(headOf(context));
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

export const NOT_OWN_PAGE = errorBody(new RappelError('protected', 'http.own_page_only'));
