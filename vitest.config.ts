import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { ProjectConfig, Vitest } from 'vitest/node';
import { COMPILED_MODULES, compiledSources } from './test/support/compiled.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** A filter that no test's name matches is a mistake: without this the run would pass. */
const refuseEmptyRuns = {
  name: 'refuse-empty-runs',
  configureVitest({ vitest }: { vitest: Vitest }) {
    vitest.onClose(() => {
      const modules = vitest.state.getTestModules();
      const ran = modules.some(({ children }) =>
        [...children.allTests()].some((test) => test.result().state !== 'skipped'),
      );
      if (ran || modules.length === 0 || process.exitCode) return;
      process.stderr.write('No test ran: no name matches.\n');
      process.exitCode = 1;
    });
  },
};

/** Each file has a database of its own and leaves nothing in memory; the sources are loaded once a worker. */
const ON_POSTGRES: ProjectConfig = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks',
  // Rows and answers of a test die young: in a small space V8 would copy them again and again.
  execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
  isolate: false,
};

export default defineConfig({
  plugins: [refuseEmptyRuns, compiledSources()],
  test: {
    // Much of a test is waiting for Postgres and for processes: every processor has one to work on, and one is spare.
    maxWorkers: availableParallelism() + 1,
    // Races on a busy machine of two cores take their time; nothing here waits for a clock.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A failure says everything: the next run may not show it again.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    setupFiles: ['test/support/compiled-stacks.ts'],
    server: { deps: { external: [COMPILED_MODULES] } },
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary', 'html'] },
    projects: [
      {
        extends: true,
        // Needs neither a build nor a Postgres; what a file leaves in memory harms no other. It is through before an optimizing
        // compiler pays, and its workers wait for nothing: they run first, one a processor.
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          pool: 'forks',
          execArgv: ['--no-opt', '--min-semi-space-size=16'],
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Reads the whole repository: sources, texts, documentation, migrations, examples.
        test: { name: 'house', include: ['test/house/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // Random programs, customers and orders, queues and huge files: as little is needed, but it takes seconds.
        test: { name: 'model', include: ['test/model/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/{db,outbound,domain,http,journey}/**/*.test.ts'],
          ...ON_POSTGRES,
        },
      },
      {
        extends: true,
        // Servers and commands as processes, and clusters of their own: `npm run test:process`.
        test: { name: 'process', include: ['test/{process,cli,docs}/**/*.test.ts'], ...ON_POSTGRES },
      },
    ],
  },
});
