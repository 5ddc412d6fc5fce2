import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { encodeReport, encodeResult } from '../memory/wire.js';
import { RappelError } from '../shared/errors.js';
import { offeredTool, TOOLS } from '../tools/registry.js';
import { searchWithOptions } from '../tools/search.js';
import { jsonBody, readJson } from './parameters.js';

const VERSIONS = 'an object of versions by path';
const MOST_CALLS = 200;
const CALLS = `a list of at most ${MOST_CALLS} {"tool": NAME, "input": {…}}`;

const body = z.strictObject({
  calls: z
    .array(z.strictObject({ tool: z.string(CALLS), input: z.unknown().optional() }, CALLS), CALLS)
    .max(MOST_CALLS, CALLS),
  seen: z.record(z.string(), z.string(VERSIONS), VERSIONS).optional(),
  matching: z.record(z.string(), z.string(VERSIONS), VERSIONS).optional(),
});

/** One reading tool per request; or several tools in one session, writing ones included, as a list of calls. */
export function toolsRoutes(memory: Memory) {
  return new Hono()
    .post('/calls', jsonBody('calls', body), async (context) => {
      const { calls, seen = {}, matching = {} } = context.req.valid('json');
      const report = await memory.call(calls, { seen, matching });
      return context.json<Replies['POST /api/calls']>(encodeReport(report));
    })
    .post('/tools/search', jsonBody('search', searchWithOptions.input), async (context) => {
      const { signal } = context.req.raw;
      const answer = await memory.find(context.req.valid('json'), { signal });
      return context.json<Replies['POST /api/tools/search']>(answer);
    })
    .post('/tools/:name', async (context) => {
      const name = readingTool(context.req.param('name'));
      const { outcomes } = await memory.call([{ tool: name, input: await readJson(context) }]);
      const [outcome] = outcomes;
      if (!outcome!.ok) throw outcome!.error;
      return context.json(encodeResult(outcome!.result));
    });
}

function readingTool(name: string): string {
  if (offeredTool(name)?.hints.readOnly) return name;
  const offered = TOOLS.filter(({ hints }) => hints.readOnly).map((tool) => tool.name);
  throw new RappelError('not_found', 'no such tool', {
    hint: `The tools are ${offered.join(', ')}.`,
  });
}
