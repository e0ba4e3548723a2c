import { expect } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { writeProgramFile } from '../../src/program-file/write-program-file.ts';

/** The file that is written from the definition of this one has the same definition. */
export function expectWritten(text: string, folder: string): void {
  const { definition } = parseProgramFile(text, folder);
  const again = parseProgramFile(writeProgramFile(definition)).definition;
  expect(again).toEqual(definition);
  expect(JSON.stringify(again)).toBe(JSON.stringify(definition));
}
