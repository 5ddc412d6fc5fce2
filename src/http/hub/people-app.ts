import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { HubPeople } from '../../hub/people/open-people.js';
import type { Origin, SignedIn } from '../../hub/people/sessions.js';
import { ROLES } from '../../operations/role.js';
import { RappelError } from '../../shared/errors.js';
import { SESSION_SECONDS } from '../../shared/login-secrets.js';
import { errorBody, errorResponse } from '../errors.js';
import { headOf } from '../gate.js';
import { guard } from '../guard.js';
import { limitBody } from '../limit-body.js';
import { oauthRoutes } from '../oauth/oauth-routes.js';
import { type PageFiles, page } from '../page.js';
import { jsonBody } from '../parameters.js';
import { pageHeaders } from '../policies.js';
import type { HubOauth } from './hub-oauth.js';
import { memberRoutes } from './member-routes.js';
import { openIdRoutes } from './openid-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
import { personCookie, sessionOf } from './person-requests.js';

export interface PeopleAppOptions {
  host: string;
  publicUrl: string | null;
  pageFiles: PageFiles;
  addressOf(incoming: IncomingMessage): string;
  /** Signs assistants in; null where they get a token by hand. */
  oauth?: HubOauth | null;
}

const MOST_BODY_BYTES = 32_768;

const EMAIL = 'an email address';
const PASSWORD = 'a password';
const CODE = 'the code of an invitation';
const signIn = z.strictObject({ email: z.string(EMAIL), password: z.string(PASSWORD) });
const invitation = z.strictObject({ code: z.string(CODE), password: z.string(PASSWORD).nullish() });
const password = z.strictObject({ current: z.string(PASSWORD).nullish(), password: z.string(PASSWORD) });
const FOLDERS = 'files and folders of the vault';
const token = z.strictObject({
  name: z.string('a name of 1 to 60 characters'),
  vault: z.string('the name of a vault'),
  role: z.enum(ROLES, `one of ${ROLES.join(', ')}`).default('owner'),
  folders: z.array(z.string(FOLDERS), FOLDERS).min(1, FOLDERS).max(100, FOLDERS).nullish(),
});

/** What the hub itself answers: the sign-in page, and what people change about their own accounts. */
export function createPeopleApp(
  hub: HubPeople,
  { host, publicUrl, pageFiles, addressOf, oauth = null }: PeopleAppOptions,
) {
  const { accounts, sessions, tokens, callers } = hub;

  function originOf(context: Context): Origin {
    const { incoming } = context.env as { incoming: IncomingMessage };
    return { address: addressOf(incoming), browser: context.req.header('user-agent') ?? '' };
  }

  async function find(context: Context): Promise<SignedIn | null> {
    const secret = sessionOf(headOf(context));
    return secret === null ? null : sessions.find(secret);
  }

  /** Throws `outside_vault`. */
  async function signedIn(context: Context): Promise<SignedIn> {
    const found = await find(context);
    if (found === null) throw new RappelError('outside_vault', 'person.signed_out');
    return found;
  }

  function keep(context: Context, secret: string): void {
    setCookie(context, personCookie(headOf(context)), secret, cookieOf(context, publicUrl, SESSION_SECONDS));
  }

  return (
    new Hono()
      .use(pageHeaders())
      .use(guard(host, null, publicUrl && new URL(publicUrl).origin))
      // Before the body is limited: a library reads it, from the connection itself.
      .route('/', oauthRoutes(oauth))
      .use(limitBody(MOST_BODY_BYTES, (context) => context.json(TOO_LARGE, 413)))
      .onError((error, context) =>
        error instanceof RappelError && error.code === 'outside_vault'
          ? context.json(errorBody(error), 401)
          : errorResponse(error, context),
      )
      .notFound((context) => context.json(errorBody(new RappelError('not_found', 'http.no_address')), 404))
      .get('/api/session', async (context) => {
        const found = await find(context);
        const vaults = found === null ? [] : await hub.vaultsOf(found.email);
        const { email = null, session = null } = found ?? {};
        return context.json({ email, session, vaults, provider: hub.openId?.name ?? null });
      })
      .post('/api/session', jsonBody('session', signIn), async (context) => {
        const given = context.req.valid('json');
        keep(context, await accounts.signIn(given.email, given.password, originOf(context)));
        return context.json({});
      })
      .delete('/api/session', async (context) => {
        const found = await find(context);
        if (found !== null) await sessions.revoke(found, found.session, originOf(context).address);
        callers.forget();
        deleteCookie(context, personCookie(headOf(context)), cookieOf(context, publicUrl, 0));
        return context.json({});
      })
      .post('/api/invitation/look', jsonBody('invitation', invitation), async (context) => {
        const found = await accounts.invited(context.req.valid('json').code);
        const { email = null, membership = null, has_account = false } = found ?? {};
        const named = membership && { ...membership, vault: hub.nameOf(membership.vault) };
        return context.json({ email, membership: named, has_account });
      })
      .post('/api/invitation', jsonBody('invitation', invitation), async (context) => {
        const given = context.req.valid('json');
        const by = await find(context);
        const secret = await accounts.join(given.code, given.password ?? null, originOf(context), by);
        if (secret !== null) keep(context, secret);
        callers.forget();
        return context.json({});
      })
      .put('/api/password', jsonBody('password', password), async (context) => {
        const { current = null, password: next } = context.req.valid('json');
        await accounts.setPassword(await signedIn(context), { current, password: next }, originOf(context));
        callers.forget();
        return context.json({});
      })
      .get('/api/sessions', async (context) =>
        context.json({ sessions: await sessions.list((await signedIn(context)).person) }),
      )
      .delete('/api/sessions/:id', async (context) => {
        await sessions.revoke(await signedIn(context), context.req.param('id'), originOf(context).address);
        callers.forget();
        return context.json({});
      })
      .get('/api/tokens', async (context) =>
        context.json({ tokens: await tokens.list((await signedIn(context)).person) }),
      )
      .post('/api/tokens', jsonBody('token', token), async (context) => {
        const { folders = null, ...wanted } = context.req.valid('json');
        const { address } = originOf(context);
        const { token: made } = await tokens.create(await signedIn(context), { ...wanted, folders }, address);
        return context.json({ token: made }, 201);
      })
      .delete('/api/tokens/:id', async (context) => {
        await tokens.revoke(await signedIn(context), context.req.param('id'), originOf(context).address);
        callers.forget();
        return context.json({});
      })
      .route('/api/vaults', memberRoutes(hub, { originOf, signedIn }))
      .route('/api', passkeyRoutes(hub, { publicUrl, originOf, signedIn, keep }))
      .route('/openid', openIdRoutes(hub.openId, { publicUrl, originOf, keep }))
      .get('*', page(null, pageFiles, 'hub.html'))
  );
}

const TOO_LARGE = errorBody(new RappelError('invalid_input', 'http.too_large', { most: '32 kB' }));

function cookieOf(context: Context, publicUrl: string | null, maxAge: number) {
  // Behind a TLS proxy: the page says so, or the address that the hub was given.
  const isPublic =
    publicUrl !== null && new URL(publicUrl).host === context.req.header('host')?.toLowerCase();
  const secure = (context.req.header('origin') ?? (isPublic ? publicUrl : '')).startsWith('https://');
  // Lax: a link in a mail, or a provider that sends a person back, opens the page signed in. Changes need the origin too.
  return { path: '/', httpOnly: true, sameSite: 'Lax' as const, secure, maxAge };
}
