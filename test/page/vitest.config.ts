import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/page/**/*.test.ts'],
    globalSetup: ['test/page/support/find-chromium.ts', 'test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: '100%',
    // Each file has a server and a browser of its own; the sources are loaded once a worker.
    isolate: false,
    // Browsers on a busy machine of two cores take their time; nothing here waits for a clock.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A failure says everything: the next run may not show it again.
    chaiConfig: { truncateThreshold: 0 },
  },
});
