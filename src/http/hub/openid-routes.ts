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
  const nextCookie = (context: Context) => `${personCookie(headOf(context))}_next`;

  /** Back to the page of the hub, which shows what `said` names and goes on to where the person wanted to go. */
  function toPage(context: Context, said: 'refused' | 'unreachable' | null) {
    const next = getCookie(context, nextCookie(context));
    deleteCookie(context, nextCookie(context), STATE);
    const query = new URLSearchParams({ ...(said && { [said]: '' }), ...(next && { next }) }).toString();
    return context.redirect(query === '' ? '../' : `../?${query}`);
  }

  return new Hono()
    .get('/', async (context) => {
      if (openId === null) return context.notFound();
      const base = publicUrl ?? `http://${context.req.header('host')}/`;
      const { url, state } = await openId.begin(`${base.replace(/\/$/, '')}/openid/callback`);
      // A state that another browser was given lets nobody in here.
      const kept = { ...STATE, secure: base.startsWith('https:') };
      setCookie(context, stateCookie(context), state, kept);
      const next = context.req.query('next') ?? '';
      if (next !== '' && next.length <= LONGEST_NEXT) setCookie(context, nextCookie(context), next, kept);
      else deleteCookie(context, nextCookie(context), STATE);
      return context.redirect(url);
    })
    .get('/callback', async (context) => {
      const state = getCookie(context, stateCookie(context));
      deleteCookie(context, stateCookie(context), STATE);
      if (openId === null || state === undefined || state !== context.req.query('state'))
        return toPage(context, 'refused');
      const problem = context.req.query('error');
      // The person went back, or the provider can't sign anyone in.
      if (problem !== undefined) return toPage(context, problem === 'access_denied' ? null : 'unreachable');
      try {
        keep(context, await openId.finish(new URL(context.req.url).search, state, originOf(context)));
      } catch (error) {
        if (!(error instanceof RappelError)) throw error;
        return toPage(context, error.code === 'busy' ? 'unreachable' : 'refused');
      }
      return toPage(context, null);
    });
}

/** An address in a vault; a browser keeps 4 kB in a cookie. */
const LONGEST_NEXT = 1_000;

const STATE = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 } as const;
