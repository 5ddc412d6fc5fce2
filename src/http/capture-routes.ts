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
  return new Hono()
    .get('/', (context) => context.json(capture.status()))
    .put('/', ownPageOnly(gate), jsonBody('capture', body), (context) => {
      const { project, mode } = context.req.valid('json');
      return context.json(capture.setMode(project, mode));
    });
}
