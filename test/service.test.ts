import { describe, expect, it } from 'vitest';
import { SCENARIOS } from './soak/scenarios.js';

/** The short form of each; `npm run soak` runs them with their full counts. */
describe('the service, as a process', () => {
  for (const [name, { promise, short }] of Object.entries(SCENARIOS)) {
    if (short === null) continue;
    it(promise, async () => {
      const counts = await short();
      const { table: _, ...shown } = counts as Record<string, unknown>;
      console.log(`${name}: ${JSON.stringify(shown)}`);
      expect(counts).toBeTypeOf('object');
    }, 300_000);
  }
});
