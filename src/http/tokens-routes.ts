import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import { parsePath } from '../vault/paths.js';
import type { Gate } from './gate.js';
import { ownPageOnly } from './own-page.js';
import { jsonBody } from './parameters.js';

const FOLDERS = 'files and folders of the vault';
const body = z.strictObject({
  name: z.string('a name of 1 to 60 characters'),
  folders: z.array(z.string(FOLDERS), FOLDERS).min(1, FOLDERS).max(100, FOLDERS).nullish(),
  read_only: z.boolean('true or false').default(false),
});

/** Tokens for other machines. A token can't make another: whoever has one loses it for good when it is revoked. */
export function tokensRoutes({ tokens }: ServedMemory, gate: Gate | null) {
  return new Hono()
    .get('/', (context) => context.json({ tokens: tokens.list(), needed: gate !== null }))
    .post('/', ownPageOnly(gate), jsonBody('token', body), async (context) => {
      const { name, folders, read_only } = context.req.valid('json');
      return context.json(await tokens.create(name, folders?.map(parsePath), read_only), 201);
    })
    .delete('/:id', ownPageOnly(gate), async (context) => {
      await tokens.revoke(context.req.param('id'));
      return context.json({});
    });
}
