import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Asked } from '../../hub/people/members.js';
import type { HubPeople } from '../../hub/people/open-people.js';
import type { Origin, SignedIn } from '../../hub/people/sessions.js';
import { ROLES } from '../../operations/role.js';
import { jsonBody } from '../parameters.js';

interface MemberRouteOptions {
  originOf(context: Context): Origin;
  /** Throws `outside_vault`. */
  signedIn(context: Context): Promise<SignedIn>;
}

const role = z.enum(ROLES, `one of ${ROLES.join(', ')}`);
const invitation = z.strictObject({ email: z.string('an email address'), role });
const change = z.strictObject({ role });

/** What owners do about the people of their vaults. */
export function memberRoutes(
  { members, linkOf, callers }: HubPeople,
  { originOf, signedIn }: MemberRouteOptions,
) {
  const askedIn = async (context: Context, vault: string): Promise<Asked> => ({
    by: await signedIn(context),
    address: originOf(context).address,
    vault,
  });

  return new Hono()
    .get('/:vault/members', async (context) =>
      context.json({ members: await members.list(await askedIn(context, context.req.param('vault'))) }),
    )
    .post('/:vault/members', jsonBody('invitation', invitation), async (context) => {
      const { email, role: wanted } = context.req.valid('json');
      const asked = await askedIn(context, context.req.param('vault'));
      return context.json({ link: await linkOf(await members.invite(asked, email, wanted)) }, 201);
    })
    .put('/:vault/members/:email', jsonBody('role', change), async (context) => {
      const asked = await askedIn(context, context.req.param('vault'));
      await members.changeRole(asked, context.req.param('email'), context.req.valid('json').role);
      callers.forget();
      return context.json({});
    })
    .delete('/:vault/members/:email', async (context) => {
      const asked = await askedIn(context, context.req.param('vault'));
      await members.remove(asked, context.req.param('email'));
      callers.forget();
      return context.json({});
    });
}
