import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILED_MODULES, compiledSources } from '../support/compiled.ts';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [compiledSources()],
  test: {
    include: ['test/page/**/*.test.ts'],
    globalSetup: ['test/page/support/find-chromium.ts', 'test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: '100%',
    // Each file has a server and a browser of its own; the sources are loaded once a worker.
    isolate: false,
    // Rows and answers of a test die young: in a small space V8 would copy them again and again.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    setupFiles: ['test/support/compiled-stacks.ts'],
    server: { deps: { external: [COMPILED_MODULES] } },
    // Browsers on a busy machine of two cores take their time; nothing here waits for a clock.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A failure says everything: the next run may not show it again.
    chaiConfig: { truncateThreshold: 0 },
  },
});
