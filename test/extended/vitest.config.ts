import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that need more than the package itself: `npm run test:extended` prepares what they use. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../', import.meta.url)),
    include: ['test/extended/**/*.extended.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
