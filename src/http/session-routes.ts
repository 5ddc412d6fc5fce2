import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Role } from '../operations/role.js';
import { RappelError } from '../shared/errors.js';
import { SESSION_SECONDS } from '../shared/login-secrets.js';
import { errorBody } from './errors.js';
import { type Gate, headOf } from './gate.js';
import { limitBody } from './limit-body.js';
import { jsonBody } from './parameters.js';

const body = z.strictObject({
  token: z.string('the token').optional(),
  code: z.string('the code of a login link').optional(),
});
/** Whether a token is needed, and what this request may do. */
export interface SessionState {
  needed: boolean;
  open: boolean;
  role: Role;
  /** It can sign in at the address of the hub. */
  people: boolean;
}

export const MOST_BODY_BYTES = 4_096;

/**
 * Logs a browser in, with the token or the code of a login link, and out again. `gate` is null if no token is
 * required; `hasPeople`: browsers sign in at the address of the hub.
 */
export function sessionRoutes(gate: Gate | null, hasPeople = false) {
  return new Hono()
    .use(limitBody(MOST_BODY_BYTES, (context) => context.json(TOO_LARGE, 413)))
    .get('/', (context) =>
      context.json<SessionState>({
        needed: gate !== null,
        open: gate === null || gate.admits(headOf(context)),
        role: gate?.roleOf(headOf(context)) ?? 'owner',
        people: hasPeople,
      }),
    )
    .post('/', jsonBody('session', body), async (context) => {
      const { token = '', code } = context.req.valid('json');
      if (gate === null) return context.json({ needed: false, open: true });
      const isRight = code === undefined ? gate.isToken(token.trim()) : gate.redeemCode(code);
      if (!isRight) return context.json(errorBody(new RappelError('outside_vault', 'http.wrong_token')), 401);
      const name = gate.cookieName(headOf(context));
      const secret = code === undefined ? gate.openSession(token.trim()) : gate.sessions.open();
      setCookie(context, name, secret, cookieOf(context, SESSION_SECONDS));
      return context.json({ needed: true, open: true });
    })
    .delete('/', (context) => {
      if (gate === null) return context.json({ needed: false, open: true });
      const name = gate.cookieName(headOf(context));
      const secret = getCookie(context, name);
      if (secret !== undefined) gate.sessions.close(secret);
      deleteCookie(context, name, cookieOf(context, 0));
      return context.json({ needed: true, open: false });
    });
}
const TOO_LARGE = errorBody(new RappelError('invalid_input', 'http.too_large', { most: '4 kB' }));

function cookieOf(context: Context, maxAge: number) {
  // Behind a TLS proxy, the page itself says so.
  const secure = context.req.header('origin')?.startsWith('https://') ?? false;
  return { path: '/', httpOnly: true, sameSite: 'Strict' as const, secure, maxAge };
}
