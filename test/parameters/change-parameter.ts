import { inject } from 'vitest';
import * as parameters from '../../src/search/ranking/parameters.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number that is changed while the tests run; null for none. */
    change: { group: string; name: string; factor: number } | null;
  }
}

const change = inject('change');
if (change !== null) {
  const group: Record<string, number> = Object.entries(parameters).find(
    ([name]) => name === change.group,
  )![1];
  group[change.name]! *= change.factor;
}
