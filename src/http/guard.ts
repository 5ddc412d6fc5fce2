import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context, MiddlewareHandler } from 'hono';
import { RappelError } from '../shared/errors.js';
import { errorBody } from './errors.js';
import { type Gate, headOf } from './gate.js';

/**
 * Runs before every route, method and file: other web pages can't reach the memory through the browser, and without
 * a required token a client reaches only the page's own files and the login.
 *
 * `publicOrigin`: where a proxy in front of the service is reached, `https://memory.example.org`.
 */
export function guard(
  host: string,
  gate: Gate | null,
  publicOrigin: string | null = null,
  /** Where a client learns how to sign in, if it can. */
  signInUrl?: string,
): MiddlewareHandler {
  const local = isLoopback(host);
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host;
  return async (context, next) => {
    const given = context.req.header('host');
    const name = given === undefined ? null : hostName(given);
    const isPublic = given !== undefined && given.toLowerCase() === publicHost;
    if (name === null || !(isPublic || isLoopback(name) || (!local && isOwnName(name, host)))) {
      return context.json(errorBody(new RappelError('outside_vault', 'http.foreign_address')), 403);
    }
    if (isFromAnotherSite(context, [`http://${given}`, `https://${given}`, publicOrigin]))
      return context.json(errorBody(new RappelError('outside_vault', 'http.foreign_page')), 403);
    if (gate !== null && !isOpen(context.req.path) && !gate.admits(headOf(context))) {
      if (signInUrl !== undefined && context.req.path === '/mcp')
        context.header('WWW-Authenticate', `Bearer resource_metadata="${signInUrl}"`);
      return context.json(errorBody(new RappelError('outside_vault', 'http.no_token')), 401);
    }
    return next();
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export function hostName(header: string): string | null {
  return /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(header)?.[1]?.toLowerCase() ?? null;
}

/** An address, or a name of this machine: never a name that a foreign DNS server points here. */
function isOwnName(name: string, host: string): boolean {
  return (
    isIP(name.replaceAll(/[[\]]/g, '')) !== 0 ||
    name === host.toLowerCase() ||
    name === hostname().toLowerCase()
  );
}

/**
 * Browsers name the page a request comes from; other programs don't, and no other page can make them omit it. A
 * link on another page may open ours as its own document: that shows the other page nothing and calls nothing.
 */
function isFromAnotherSite({ req }: Context, own: readonly (string | null)[]): boolean {
  const origin = req.header('origin');
  if (origin !== undefined && !own.includes(origin)) return true;
  const site = req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isLink =
    req.method === 'GET' &&
    req.header('sec-fetch-mode') === 'navigate' &&
    req.header('sec-fetch-dest') === 'document';
  return !isLink || /^\/(?:api|mcp|assets)(?:\/|$)/.test(req.path);
}

/** The page, its files, the login and the proof: they contain nothing of the memory. */
function isOpen(path: string): boolean {
  return path === '/api/session' || path === '/api/identity' || !/^\/(?:api|mcp)(?:\/|$)/.test(path);
}
