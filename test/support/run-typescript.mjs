// node run-typescript.mjs FILE.ts [arguments]: a child process of a test runs sources as they are, without a build.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [file, ...args] = process.argv.slice(2);
process.argv = [process.execPath, file, ...args];
const root = fileURLToPath(new URL('../..', import.meta.url));
await runnerImport(file, { root, configFile: false, logLevel: 'error' });
