import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/{unit,db,outbound,domain,http,journey,cli,readme,process}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Much of a test is waiting for Postgres: every processor has one to work on.
    maxWorkers: '100%',
    // Races on a busy machine of two cores take their time; nothing here waits for a clock.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
