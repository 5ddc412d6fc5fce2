import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Many tests wait for processes or for a browser: also on two cores, three at once. */
const WORKERS = Math.max(3, availableParallelism() - 1);

/** Tests that replace a module, for themselves alone. */
const REPLACING = 'test/replacing/**/*.test.ts';

export default defineConfig({
  test: {
    // Real processes and property tests: generous, because a test proves correctness, never speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Loading modules anew for each file took half as long as its tests. There is no state in modules (CONTRIBUTING.md).
    isolate: false,
    setupFiles: ['test/support/exit-on-signal.ts'],
    // In this order (those of a group by their names): the many short tests come last, so that no worker ends long before the others.
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          include: ['test/web/**/*.test.ts'],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/**/*.test.ts'],
          exclude: ['test/web/**', REPLACING],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'source',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'replacing',
          include: [REPLACING],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
          isolate: true,
        },
      },
    ],
  },
});
