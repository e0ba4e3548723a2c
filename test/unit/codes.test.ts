import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/cli/read-lines.ts';
import { systemRandom } from '../../src/deps.ts';
import { readCodeLine } from '../../src/domain/claims/code-line.ts';
import { generateCode, patternMistake } from '../../src/domain/claims/codes.ts';
import { givesVoucherCode } from '../../src/domain/claims/reward-kinds.ts';
import { REWARD_KINDS, type RewardProperties } from '../../src/domain/programs/reward-kinds.ts';

const made = (pattern: string | null, count = 500) =>
  Array.from({ length: count }, () => generateCode(systemRandom, { kind: 'generated', pattern }));

describe('a generated code', () => {
  it('has twelve characters where there is no pattern', () => {
    expect(made(null).filter((code) => !/^[0-9A-HJKMNP-TV-Z]{12}$/.test(code))).toEqual([]);
  });

  it('has a letter for each ?, a digit for each #, and all else as it stands', () => {
    const form = /^VIP-[A-HJKMNP-TV-Z]{4}-[2-9]{2}\/a\.\$&b$/;
    expect(made('VIP-????-##/a.$&b').filter((code) => !form.test(code))).toEqual([]);
  });

  it('uses every letter and digit that is not mistaken for another', () => {
    const characters = new Set(made('??????????##########').join(''));
    expect([...characters].sort().join('')).toBe('23456789ABCDEFGHJKMNPQRSTVWXYZ');
  });

  it('is another each time', () => {
    const codes = made('?????????', 2000);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('a pattern', () => {
  it.each(['?????????', '##############', 'SPRING-????-####-???', `${'?'.repeat(9)}${'x'.repeat(246)}`])(
    'such as %j is a good one',
    (pattern) => expect(patternMistake(pattern)).toBeUndefined(),
  );

  it.each([
    ['', 'could be guessed'],
    ['SAVE10', 'leaves 0 bits to chance'],
    ['????????', 'leaves 35 bits to chance and must leave 40'],
    ['#############', 'leaves 39 bits'],
    [`${'?'.repeat(9)}${'x'.repeat(247)}`, 'at most 255 characters'],
    [' ?????????', 'begin'],
    ['????\n?????????', 'control'],
  ])('such as %j has a mistake', (pattern, complaint) =>
    expect(patternMistake(pattern)).toContain(complaint),
  );
});

describe('a kind of reward', () => {
  it('gives a voucher code or does not', () => {
    const withCode = REWARD_KINDS.filter((kind) =>
      givesVoucherCode({ kind, fulfillment_type: 'voucher' } as RewardProperties),
    );
    expect(withCode).toEqual([
      'cart_discount_voucher',
      'cart_variable_discount_voucher',
      'free_shipping_voucher',
      'product_discount_voucher',
      'collection_discount_voucher',
      'active_subscription_discount_voucher',
      'custom',
    ]);
    const manual = { kind: 'custom', fulfillment_type: 'store_fulfillment' } as RewardProperties;
    expect(givesVoucherCode(manual)).toBe(false);
  });
});

describe('a line of a file of codes', () => {
  it.each([
    ['ABC-1', 'ABC-1'],
    ['  ABC 1 ', 'ABC 1'],
    ['ABC,10 %,2026', 'ABC'],
    ['ABC;10 %', 'ABC'],
    ['ABC\t10', 'ABC'],
    ['"AB,C",10', 'AB,C'],
    ['"A""B"', 'A"B'],
    ["'ABC", "'ABC"],
  ])('%j gives %j', (line, code) => expect(readCodeLine(line, 2)).toEqual({ kind: 'code', code }));

  it.each(['', '   ', ',10', '"",x'])('%j is blank', (line) =>
    expect(readCodeLine(line, 2)).toEqual({ kind: 'blank' }),
  );

  it('may be the header, and only in the first place', () => {
    expect(readCodeLine('\uFEFFCode,Value', 1)).toEqual({ kind: 'blank' });
    expect(readCodeLine('code', 2)).toEqual({ kind: 'code', code: 'code' });
    expect(readCodeLine('\uFEFFABC', 1)).toEqual({ kind: 'code', code: 'ABC' });
  });

  it.each([
    ['"ABC', 'quotation mark'],
    ['- -', 'nothing but dashes'],
    ['A\u0000B', 'control'],
    ['A\uFFFDB', 'UTF-8'],
    ['x'.repeat(256), 'longer than 255'],
  ])('%j has a mistake', (line, complaint) =>
    expect(readCodeLine(line, 2)).toEqual({ kind: 'mistake', mistake: expect.stringContaining(complaint) }),
  );
});

describe('the lines of a file', () => {
  const linesOf = async (...chunks: (string | Buffer)[]) => {
    const lines: string[] = [];
    const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)));
    for await (const line of readLines(source)) lines.push(line);
    return lines;
  };

  it('end in any way, and where chunks do is no matter', async () => {
    expect(await linesOf('A\nB\r', '\nC', 'D\r\n\r\nE')).toEqual(['A', 'B', 'CD', '', 'E']);
    expect(await linesOf('A\n')).toEqual(['A']);
    expect(await linesOf()).toEqual([]);
  });

  it('are whole characters also where a chunk ends within one', async () => {
    const bytes = Buffer.from('é\n');
    expect(await linesOf(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(['é']);
  });

  it('are not longer than any that somebody means', async () => {
    await expect(linesOf('x'.repeat(40_000), 'x'.repeat(40_000))).rejects.toThrow('is it text?');
  });
});
