import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import type { CommandResult } from './command.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { runCommand } from './run-command.ts';

/** The demo's program, from standard input, where paths begin at the working directory. */
export const PROGRAM = readFileSync('src/demo/program.yaml', 'utf8').replaceAll(
  /\b(logo|logo_dark|banner|image): /g,
  '$1: src/demo/',
);
export const PROGRAM_KEY = /^key: (\S+)$/m.exec(PROGRAM)![1]!;
/** The key of a reward that gives voucher codes. */
export const VOUCHER_KEY = /^ {2}(\S+):\n {4}kind: cart_discount_voucher$/m.exec(PROGRAM)![1]!;

export interface CommandLine {
  readonly database: TestDatabase;
  /** `loyaltyd ARGS`, its words between spaces, on the test file's own database. */
  loyaltyd(args: string, input?: string, on?: TestDatabase): Promise<CommandResult>;
  /** Applies a program file, which must be taken. */
  applyFile(text: string): Promise<void>;
}

/** Commands on a database of the test file's own, which is dropped at its end. */
export function commandLine(): CommandLine {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(() => own.close());
  const loyaltyd: CommandLine['loyaltyd'] = (args, input, on = own) => {
    const env = { DATABASE_URL: on.serverUrl, DATABASE_OWNER_URL: on.ownerUrl };
    return runCommand(args === '' ? [] : args.split(' '), env, input);
  };
  return {
    get database() {
      return own;
    },
    loyaltyd,
    async applyFile(text) {
      const { code, stderr } = await loyaltyd('program apply -', text);
      if (code !== 0) throw new Error(`the program file was not taken: ${stderr}`);
    },
  };
}
