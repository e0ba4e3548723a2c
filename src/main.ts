#!/usr/bin/env node
import { boundGarbage, holdNewSpace } from './cli/heap-size.ts';

const args = process.argv.slice(2);
if (args[0] === 'serve') {
  boundGarbage();
  // The code of a server is loaded after this. `serve` releases the space once the server listens.
  holdNewSpace();
}
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(args, process);
