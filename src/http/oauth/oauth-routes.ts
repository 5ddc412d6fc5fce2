import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { RappelError } from '../../shared/errors.js';
import { errorBody } from '../errors.js';
import { clientAddress } from '../hub/client-address.js';
import type { HttpExchange } from './authorization-options.js';
import { createLimits } from './limit.js';
import { OAUTH_PATH, type Oauth, RESOURCE_METADATA } from './oauth.js';

/** What clients ask before they have a token: how to sign in, and the sign-in itself. */
export function oauthRoutes(oauth: Pick<Oauth, 'answer' | 'describe'> | null) {
  const routes = new Hono();
  if (oauth === null) return routes;
  const mayRegister = createLimits(MOST_REGISTRATIONS, 60_000);
  const maySignIn = createLimits(MOST_SIGN_INS, 60_000);
  const delegate = async ({ env, req }: Context, path: string) => {
    const { incoming, outgoing } = env as HttpExchange;
    outgoing.setHeader('Content-Security-Policy', POLICY);
    outgoing.setHeader('Referrer-Policy', 'no-referrer');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    await oauth.answer({ incoming, outgoing }, `${path}${new URL(req.url).search}`);
    return RESPONSE_ALREADY_SENT;
  };
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}/*`])
    routes.get(path, (context) => {
      const found = oauth.describe(context.req.path.slice(RESOURCE_METADATA.length));
      return found === null ? context.notFound() : context.json(found);
    });
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    routes.get(`/.well-known/${name}/*`, (context) => delegate(context, `/.well-known/${name}`));
  return routes.all(`${OAUTH_PATH}/*`, async (context) => {
    const path = context.req.path.slice(OAUTH_PATH.length);
    const address = addressOf(context);
    if (path === '/reg' && context.req.method === 'POST' && !mayRegister(address))
      return context.json(errorBody(new RappelError('busy', 'oauth.too_many_clients')), 429);
    if (path === '/auth' && !maySignIn(`${address} ${context.req.query('client_id')}`))
      return context.json(errorBody(new RappelError('busy', 'oauth.too_many')), 429);
    return delegate(context, path);
  });
}

/** Anybody may register and begin a sign-in: each is kept. One address takes nothing from another. */
const MOST_REGISTRATIONS = 20;
const MOST_SIGN_INS = 20;

/** Where a request came from: what the proxy in front added last, or the other end of the connection. */
function addressOf({ env }: Context): string {
  return clientAddress((env as HttpExchange).incoming, { isFromNode: false, publicUrl: 'behind a proxy' });
}

const POLICY = "default-src 'none'; frame-ancestors 'none'";
