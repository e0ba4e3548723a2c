#!/usr/bin/env node
import { CommanderError } from 'commander';
import { commandLine } from './cli/command-line.ts';
import { EXIT } from './cli/exit-codes.ts';

try {
  await commandLine().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the mistake, or the requested help.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
