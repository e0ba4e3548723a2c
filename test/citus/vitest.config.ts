import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COMPILED_MODULES, compiledSources } from '../support/compiled.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  plugins: [compiledSources()],
  test: {
    hookTimeout: 240_000,
    testTimeout: 120_000,
    // A failure says everything: the next run may not show it again.
    chaiConfig: { truncateThreshold: 0 },
    server: { deps: { external: [COMPILED_MODULES] } },
    projects: [
      {
        extends: true,
        root,
        test: {
          name: 'engine',
          include: ['test/citus/**/*.test.ts'],
          globalSetup: ['test/citus/require-nodes.ts'],
          pool: 'forks',
          // Some tests kill a node that all share.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        root,
        // The server's own tests, on a node: docs/adr/0032.
        test: {
          name: 'server',
          include: ['test/{domain,http}/**/*.test.ts'],
          globalSetup: ['test/citus/require-nodes.ts', 'test/citus/on-a-node.ts'],
          setupFiles: ['test/support/compiled-stacks.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: availableParallelism() + 1,
        },
      },
    ],
  },
});
