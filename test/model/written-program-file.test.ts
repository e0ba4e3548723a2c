import fc from 'fast-check';
import { it } from 'vitest';
import { expectWritten } from '../support/expect-written.ts';
import { randomProgramFile } from '../support/random-program-file.ts';

it('a program file that is written from a definition has the same to the byte, whatever the program is', () => {
  fc.assert(
    fc.property(randomProgramFile, (file) => expectWritten(JSON.stringify(file), '.')),
    { numRuns: 100 },
  );
});
