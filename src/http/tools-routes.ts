import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { findTool, TOOLS } from '../tools/registry.js';
import { createSession } from '../tools/session.js';
import { jsonBody } from './json-body.js';

/** The reading tools; writing ones are not offered here. */
export function toolsRoutes(service: Service) {
  return new Hono().post('/:name', async (context) => {
    const tool = findTool(context.req.param('name'));
    if (tool === undefined || !tool.hints.readOnly) {
      const offered = TOOLS.filter(({ hints }) => hints.readOnly).map(({ name }) => name);
      throw new RappelError('not_found', 'there is no such tool here', {
        hint: `The tools are ${offered.join(', ')}.`,
      });
    }
    const toolContext = {
      vault: service.vault,
      session: createSession(),
      engine: async () => service.engine,
    };
    const result = await tool.call(await jsonBody(context), toolContext);
    if (result.data !== undefined) return context.json(result.data);
    const { text, images, errors } = result;
    const encoded = images.map(({ path, mediaType, bytes }) => ({
      path,
      media_type: mediaType,
      data: bytes.toString('base64'),
    }));
    return context.json({ text, images: encoded, errors });
  });
}
