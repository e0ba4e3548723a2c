import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/citus/**/*.test.ts'],
    globalSetup: ['test/citus/require-nodes.ts'],
    pool: 'forks',
    // Some tests kill a node that all share.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A failure says everything: the next run may not show it again.
    chaiConfig: { truncateThreshold: 0 },
  },
});
