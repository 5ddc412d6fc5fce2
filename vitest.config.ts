import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PARTS, testsOf } from './test/parts.js';

/** Many tests wait for processes or for a browser: also on two cores, four at once. */
const WORKERS = Math.max(4, availableParallelism() - 1);

/** Tests that replace a module, for themselves alone. */
const REPLACING = 'test/replacing/**/*.test.ts';

const EVERY_TEST = ['test/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts'];

/**
 * The tests of these parts alone (`RAPPEL_PARTS=teams,page`), or all but those of every part (`RAPPEL_PARTS=`). Without it, every test: what
 * is asked for by its name runs.
 */
const chosen = process.env.RAPPEL_PARTS?.split(',').filter((name) => name !== '');
const include = chosen === undefined || chosen.length === 0 ? EVERY_TEST : testsOf(chosen);
const exclude = chosen?.length === 0 ? testsOf(Object.keys(PARTS)) : [];

/** The many short tests come last, so that no worker ends long before the others. Larger files of a folder come first. */
const ORDER = ['test/web/', 'test/', ''];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => {
      // A worker ends where the next file needs one of its own.
      if (project.config.isolate) return ORDER.length;
      const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
      return ORDER.findIndex((folder) => path.startsWith(folder));
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // A test proves correctness, never speed. Some take 10 s by themselves, and a minute beside the others.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A busy machine takes longer for everything; a second is what a poll waits by itself.
    expect: { poll: { timeout: 120_000 } },
    // Loading modules anew for each file took half as long as its tests. There is no state in modules (CONTRIBUTING.md).
    isolate: false,
    maxWorkers: WORKERS,
    setupFiles: ['test/support/exit-on-signal.ts', 'test/support/runs.ts'],
    // On Node 20 a service lets no assistant sign in (ADR 0097); the tests do.
    onConsoleLog: (log) => !log.includes('oidc-provider WARNING: Unsupported runtime'),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include,
          exclude: [REPLACING, ...exclude],
        },
      },
      {
        extends: true,
        test: {
          name: 'replacing',
          include:
            include === EVERY_TEST ? [REPLACING] : include.filter((glob) => glob.includes('/replacing/')),
          exclude,
          isolate: true,
        },
      },
    ],
  },
});
