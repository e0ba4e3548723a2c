import { describe, expect, it } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { writeProgramFile } from '../../src/program-file/write-program-file.ts';
import { HEAD } from '../support/program-file.ts';

describe('a program file that is written from a definition', () => {
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
