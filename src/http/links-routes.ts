import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import { query } from './parameters.js';

const about = z.object({ path: z.string('a path of the vault') });

/** What notes say of each other. */
export function linksRoutes(memory: ServedMemory) {
  return new Hono()
    .use(compress())
    .get('/', query('links', about), async (context) =>
      context.json(await memory.linksTo(context.req.valid('query').path)),
    )
    .get('/moved', query('links', about), async (context) =>
      context.json({ path: await memory.movedTo(context.req.valid('query').path) }),
    )
    .get('/aliases', async (context) => context.json({ aliases: await memory.aliases() }));
}
