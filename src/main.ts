#!/usr/bin/env node
import { boundGarbage, holdNewSpace } from './cli/heap-size.ts';

const args = process.argv.slice(2);
boundGarbage();
if (args[0] === 'serve') {
  // This must come before the server's code is loaded. `serve` releases the space once the server listens.
  holdNewSpace();
}
// pg asks which runtime it runs in. Without a navigator, as in Node 20, it would load all of Node's fetch to find out.
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: 'Node.js/20' } });
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(args, process);
