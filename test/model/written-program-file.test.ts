import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectWritten } from '../support/expect-written.ts';
import { randomProgramFile } from '../support/random-program-file.ts';

describe('a program file that is written from a definition has the same to the byte', () => {
  it('whatever the program is', () => {
    fc.assert(
      fc.property(randomProgramFile, (file) => expectWritten(JSON.stringify(file), '.')),
      { numRuns: 100 },
    );
  });

  it.each([
    ['src/demo/program.yaml', 'src/demo'],
    ['test/support/whole-program.yaml', 'test/support'],
  ])('so has %s', (file, folder) => {
    expectWritten(readFileSync(file, 'utf8'), folder);
  });
});
