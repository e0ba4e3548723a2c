#!/usr/bin/env node
import { holdNewSpace } from './cli/new-space.ts';

const args = process.argv.slice(2);
// The code of a server is loaded after this. `serve` releases the space once the server listens.
if (args[0] === 'serve') holdNewSpace();
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(args, process);
