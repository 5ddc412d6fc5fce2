import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Real processes and property tests: generous, because a test proves correctness, never speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes and browsers: also on two cores, two at once. Three took longer: each starts
    // processes of its own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // In the order of their names: the many short tests come last, so that no worker ends long before the others.
    projects: [
      { extends: true, test: { name: 'programs', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'source',
          include: ['src/**/*.test.ts'],
          // Loading modules anew for each file took half as long as its tests. There is no state in modules
          // (CONTRIBUTING.md), and these tests replace none.
          isolate: false,
        },
      },
    ],
  },
});
