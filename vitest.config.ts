import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Real processes and property tests: generous, because a test proves correctness, never speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes and browsers: also on two cores, two at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
