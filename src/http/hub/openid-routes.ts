import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { OpenId } from '../../hub/people/openid.js';
import { RappelError } from '../../shared/errors.js';
import { headOf } from '../gate.js';
import type { SignInOptions } from './passkey-routes.js';
import { personCookie } from './person-requests.js';

/** Sign-in through a provider. Not below `/api`, which links on other pages can't open. */
export function openIdRoutes(
  openId: OpenId | null,
  { publicUrl, originOf, keep }: Pick<SignInOptions, 'publicUrl' | 'originOf' | 'keep'>,
) {
  const stateCookie = (context: Context) => `${personCookie(headOf(context))}_state`;
  return new Hono()
    .get('/', async (context) => {
      if (openId === null) return context.notFound();
      const base = publicUrl ?? `http://${context.req.header('host')}/`;
      const { url, state } = await openId.begin(`${base.replace(/\/$/, '')}/openid/callback`);
      // A state that another browser was given lets nobody in here.
      setCookie(context, stateCookie(context), state, { ...STATE, secure: base.startsWith('https:') });
      return context.redirect(url);
    })
    .get('/callback', async (context) => {
      const state = getCookie(context, stateCookie(context));
      deleteCookie(context, stateCookie(context), STATE);
      if (openId === null || state === undefined || state !== context.req.query('state'))
        return context.redirect('../?refused');
      try {
        keep(context, await openId.finish(new URL(context.req.url).search, state, originOf(context)));
      } catch (error) {
        if (!(error instanceof RappelError)) throw error;
        return context.redirect(error.code === 'busy' ? '../?unreachable' : '../?refused');
      }
      return context.redirect('../');
    });
}

const STATE = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 } as const;
