import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { writeProgramFile } from '../../src/program-file/write-program-file.ts';
import { HEAD } from '../support/program-file.ts';
import { randomProgramFile } from '../support/random-program-file.ts';

function expectWritten(text: string, folder: string): void {
  const { definition } = parseProgramFile(text, folder);
  const again = parseProgramFile(writeProgramFile(definition)).definition;
  expect(again).toEqual(definition);
  expect(JSON.stringify(again)).toBe(JSON.stringify(definition));
}

describe('a program file that is written from a definition', () => {
  it.each([
    ['src/demo/program.yaml', 'src/demo'],
    ['test/support/whole-program.yaml', 'test/support'],
  ])('has the same definition to the byte: %s', (file, folder) => {
    expectWritten(readFileSync(file, 'utf8'), folder);
  });

  it('has the same definition to the byte, whatever the program is', () => {
    fc.assert(
      fc.property(randomProgramFile, (file) => expectWritten(JSON.stringify(file), '.')),
      { numRuns: 100 },
    );
  });

  it('says nothing that a file need not say', () => {
    const { definition } = parseProgramFile(HEAD);
    expect(writeProgramFile(definition)).toBe(`key: shop
name: Shop
currency: USD
sites:
  main:
    name: Shop
    url: https://shop.example
    languages:
      - en
      - fr
    time_zone: Europe/Berlin
`);
  });
});
