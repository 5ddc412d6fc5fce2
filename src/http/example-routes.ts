import { Hono } from 'hono';
import type { ServedMemory } from '../memory/served-memory.js';

/** The example memory, for an empty vault. */
export function exampleRoutes(memory: ServedMemory) {
  return new Hono().post('/', async (context) => context.json({ entry: await memory.loadExample() }));
}
