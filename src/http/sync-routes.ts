import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import type { Gate } from './gate.js';
import { ownPageOnly } from './own-page.js';
import { jsonBody } from './parameters.js';

const REMOTE = 'a folder, or the address of a git repository';
const remote = z.string(REMOTE).trim().min(1, REMOTE).max(1_000, REMOTE);
const NAME = 'the name of this machine, at most 60 characters';
const name = z.string(NAME).trim().min(1, NAME).max(60, NAME).nullable().default(null);
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
    .post('/preview', own, jsonBody('sync', z.strictObject({ remote })), async (context) =>
      context.json(await sync.preview(context.req.valid('json').remote)),
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
