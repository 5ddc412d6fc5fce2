import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import type { Gate } from './gate.js';
import { ownPageOnly } from './own-page.js';
import { jsonBody } from './parameters.js';

const REMOTE = 'a folder, or the address of a git repository or a service';
const remote = z.string(REMOTE).trim().min(1, REMOTE).max(1_000, REMOTE);
const NAME = 'the name of this machine, at most 60 characters';
const name = z.string(NAME).trim().min(1, NAME).max(60, NAME).nullable().default(null);
const TOKEN = 'the token of the service';
const token = z.string(TOKEN).trim().min(1, TOKEN).max(200, TOKEN).nullable().default(null);
const KEY = 'the key of the encrypted remote';
const key = z.string(KEY).trim().min(1, KEY).max(1_000, KEY).nullable().default(null);
const encrypt = z.boolean('true or false').default(false);
const confirmed = z.boolean('true or false').default(false);

/** The sync with other machines. Whoever names a remote decides where the vault goes: only the page on this machine. */
export function syncRoutes({ sync }: ServedMemory, gate: Gate | null) {
  const own = ownPageOnly(gate);
  return new Hono()
    .get('/', async (context) => context.json({ sync: await sync.status() }))
    .post('/', jsonBody('sync', z.strictObject({ confirmed })), async (context) => {
      const report = await sync.now({ isConfirmed: context.req.valid('json').confirmed });
      const { received, sent, asked, changed } = report;
      return context.json({ received, sent, asked, changed: changed.length });
    })
    .post(
      '/preview',
      own,
      jsonBody('sync', z.strictObject({ remote, token, encrypt, key })),
      async (context) => {
        const given = context.req.valid('json');
        const secrets = { token: given.token, isEncrypted: given.encrypt, key: given.key };
        const prepared = await sync.prepare(given.remote, secrets);
        return context.json({
          ...(await sync.preview(prepared.remote)),
          remote: prepared.remote,
          made_key: prepared.madeKey,
        });
      },
    )
    .put('/', own, jsonBody('sync', z.strictObject({ remote, name })), async (context) => {
      const given = context.req.valid('json');
      await sync.setUp(given.remote, given.name);
      return context.json({});
    })
    .delete('/', own, async (context) => {
      await sync.off();
      return context.json({});
    });
}
