import { Hono } from 'hono';
import { RappelError } from '../shared/errors.js';
import { type AppOptions, identity } from './app.js';
import { errorBody, errorResponse } from './errors.js';
import { guard } from './guard.js';
import { page } from './page.js';
import { query } from './parameters.js';
import { pageHeaders } from './policies.js';
import { sessionRoutes } from './session-routes.js';

/** What the app of a vault shows to a client that it does not let in. It needs no memory, so that strangers open none. */
export function createEntrance({
  host,
  gate,
  publicUrl = null,
  prove,
  pageFiles,
  hasPeople,
}: Pick<AppOptions, 'host' | 'gate' | 'publicUrl' | 'prove' | 'pageFiles'> & { hasPeople: boolean }) {
  return new Hono()
    .use(pageHeaders())
    .use(guard(host, gate, publicUrl && new URL(publicUrl).origin))
    .onError(errorResponse)
    .notFound((context) => context.json(errorBody(new RappelError('not_found', 'http.no_address')), 404))
    .route('/api/session', sessionRoutes(gate, hasPeople))
    .get('/api/identity', query('identity', identity), (context) =>
      context.json(prove(context.req.valid('query').nonce)),
    )
    .get('*', page(gate, pageFiles));
}
