import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import { CAPTURE_MODES } from '../service/capture/capture-setting.js';
import type { Gate } from './gate.js';
import { ownPageOnly } from './own-page.js';
import { jsonBody } from './parameters.js';

const body = z.strictObject({
  mode: z.enum(CAPTURE_MODES, `one of ${CAPTURE_MODES.join(', ')}`),
  project: z.string('the name of a project, or null for all').nullable().default(null),
});

/** What is kept of the sessions of assistants; the page on this machine changes it. */
export function captureRoutes({ capture }: ServedMemory, gate: Gate | null) {
  const own = ownPageOnly(gate);
  return new Hono()
    .get('/', async (context) => context.json(await capture.status()))
    .put('/', own, jsonBody('capture', body), async (context) => {
      const { project, mode } = context.req.valid('json');
      return context.json(await capture.setMode(project, mode));
    })
    .get('/:session', async (context) =>
      context.json(await capture.previewRemoval(context.req.param('session'))),
    )
    .delete('/:session', own, async (context) =>
      context.json(await capture.remove(context.req.param('session'))),
    );
}
