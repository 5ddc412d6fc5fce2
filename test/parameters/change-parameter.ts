import { inject } from 'vitest';
import * as routing from '../../src/agents/clerk/routing/parameters.js';
import * as ranking from '../../src/search/ranking/parameters.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number that is changed while the tests run; null for none. */
    change: { group: string; name: string; factor: number } | null;
  }
}

const change = inject('change');
if (change !== null) {
  const group: Record<string, number> = Object.entries({ ...ranking, ...routing }).find(
    ([name]) => name === change.group,
  )![1];
  const value = group[change.name]!;
  const changed = value * change.factor;
  // A whole number is a count: it is changed by one at least.
  const whole = change.factor < 1 ? Math.floor(changed) : Math.ceil(changed);
  group[change.name] = Number.isInteger(value) ? whole : changed;
}
