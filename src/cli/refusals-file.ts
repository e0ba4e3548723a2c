import { closeSync, openSync, writeSync } from 'node:fs';
import type { Refusal } from '../domain/imports/record-store.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

interface RefusalsFile {
  write(refusals: readonly Refusal[]): void;
  close(): Promise<void>;
}

/** Writes refused rows as csv, each with the number of its last line. An existing file is overwritten. */
export async function openRefusals(path: string): Promise<RefusalsFile> {
  try {
    const file = openSync(path, 'w');
    writeSync(file, 'line,reason\r\n');
    return {
      write(refusals) {
        const rows = refusals.map(({ line, reason }) => `${line},"${reason.replaceAll('"', '""')}"\r\n`);
        writeSync(file, rows.join(''));
      },
      async close() {
        closeSync(file);
      },
    };
  } catch (error) {
    throw new CommandError(EXIT.usage, `${path} cannot be written: ${(error as Error).message}`);
  }
}
