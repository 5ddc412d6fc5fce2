import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { loadExample } from '../service/load-example.js';

/** The example memory, for a vault that holds nothing yet. */
export function exampleRoutes(service: Service) {
  return new Hono().post('/', async (context) => context.json({ entry: await loadExample(service) }));
}
