// node run-typescript.mjs FILE.ts [arguments]: a child process of a test, or `npm run dev`, runs sources as they are,
// without a build. Modules can also be imported later, as long as the process lives.
import { fileURLToPath } from 'node:url';
import { createRunnableDevEnvironment, resolveConfig } from 'vite';

const [file, ...args] = process.argv.slice(2);
process.argv = [process.execPath, file, ...args];
const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = {
  consumer: 'server',
  dev: { moduleRunnerTransform: true },
  resolve: { external: true, mainFields: [], conditions: ['node'] },
};
const config = await resolveConfig(
  { root, configFile: false, envDir: false, logLevel: 'error', environments: { sources } },
  'serve',
);
const environment = createRunnableDevEnvironment('sources', config, {
  runnerOptions: { hmr: { logger: false } },
  hot: false,
});
await environment.init();
await environment.runner.import(file);
