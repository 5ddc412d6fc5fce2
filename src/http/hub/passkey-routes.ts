import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { HubPeople } from '../../hub/people/open-people.js';
import type { PasskeySite } from '../../hub/people/passkeys.js';
import type { Origin, SignedIn } from '../../hub/people/sessions.js';
import { hostName } from '../guard.js';
import { jsonBody } from '../parameters.js';

export interface SignInOptions {
  publicUrl: string | null;
  originOf(context: Context): Origin;
  signedIn(context: Context): Promise<SignedIn>;
  /** Gives the browser the secret of its session. */
  keep(context: Context, secret: string): void;
}

const answered = z.strictObject({
  code: z.string('the code of the challenge'),
  response: z.looseObject({ id: z.string('an id') }, 'the answer of the browser'),
});

export function passkeyRoutes(
  { passkeys }: HubPeople,
  { publicUrl, originOf, signedIn, keep }: SignInOptions,
) {
  return new Hono()
    .get('/passkeys', async (context) =>
      context.json({ passkeys: await passkeys.list((await signedIn(context)).person) }),
    )
    .post('/passkeys/begin', async (context) =>
      context.json(await passkeys.beginAdding(await signedIn(context), siteOf(context, publicUrl))),
    )
    .post('/passkeys', jsonBody('passkey', answered), async (context) => {
      const person = await signedIn(context);
      const given = context.req.valid('json') as never;
      await passkeys.add(person, given, siteOf(context, publicUrl), originOf(context));
      return context.json({}, 201);
    })
    .delete('/passkeys/:id', async (context) => {
      await passkeys.remove(await signedIn(context), context.req.param('id'), originOf(context));
      return context.json({});
    })
    .post('/session/passkey/begin', async (context) =>
      context.json(await passkeys.beginSignIn(siteOf(context, publicUrl))),
    )
    .post('/session/passkey', jsonBody('passkey', answered), async (context) => {
      const given = context.req.valid('json') as never;
      keep(context, await passkeys.signIn(given, siteOf(context, publicUrl), originOf(context)));
      return context.json({});
    });
}

/** Browsers have passkeys for names only, not for addresses like 127.0.0.1. */
function siteOf(context: Context, publicUrl: string | null): PasskeySite {
  const host = context.req.header('host') ?? '';
  const isPublic = publicUrl !== null && new URL(publicUrl).host === host.toLowerCase();
  return { domain: hostName(host) ?? '', origin: isPublic ? new URL(publicUrl).origin : `http://${host}` };
}
