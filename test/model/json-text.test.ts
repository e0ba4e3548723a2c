import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inexactNumbers,
  isExactNumber,
  MemberCount,
  measureJson,
  repeatedMembers,
} from '../../src/domain/core/json-text.ts';

const measured = (text: string) => measureJson(Buffer.from(text));

/** An object as text, its members as they come, in a notation that a parser need not choose. */
const odd = (name: string) =>
  `"${[...name].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

describe('the members of a JSON text', () => {
  it('are as many as those of its value, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(measured(text).members).toBe(new MemberCount(JSON.parse(text)).count);
        expect(repeatedMembers(text)).toEqual([]);
      }),
    );
  });
});

describe('the members of a JSON text', () => {
  it('are more where a name stands twice, and the walk finds which', () => {
    const member = fc.tuple(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.array(member),
        member,
        fc.jsonValue(),
        fc.boolean(),
        (others, [name, first], second, escaped) => {
          const written = (text: string) => (escaped ? odd(text) : JSON.stringify(text));
          const members = [...others.filter(([other]) => other !== name), [name, first] as const];
          const texts = members.map(
            ([other, value]) => `${JSON.stringify(other)} : ${JSON.stringify(value)}`,
          );
          const text = `[{${[...texts, `${written(name)}:${JSON.stringify(second)}`].join(' , ')}}]`;
          expect(new MemberCount(JSON.parse(text)).count).toBeLessThan(measured(text).members);
          expect(repeatedMembers(text)).toContain(`[0].${name}`);
        },
      ),
    );
  });
});

describe('a number in JSON', () => {
  it('is exact when it is how a double is written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExactNumber(JSON.stringify(value))).toBe(true);
      }),
    );
  });
});

describe('a number in JSON', () => {
  it('is suspected wherever it may be inexact, and found by its parameter', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }), fc.nat(30), (digits, point) => {
        const text = String(digits);
        const number =
          point > 0 && point < text.length ? `${text.slice(0, point)}.${text.slice(point)}` : text;
        const json = `{"a":[1,{"b":-${number}}],"c":${number},"d":"${number}"}`;
        expect(measured(json).long_numbers).toBe(true);
        expect(inexactNumbers(json)).toEqual(isExactNumber(number) ? [] : ['a[1].b', 'c']);
      }),
    );
    for (const json of ['[1e400]', '[1E-400]', '[-1e400]', '[0.1000000000000000055]'])
      expect(measured(json).long_numbers, json).toBe(true);
    for (const json of ['[1,2,3.25,-7]', '["12345678901234567890"]', '[true,false]', '{"1e5":1}'])
      expect(measured(json).long_numbers, json).toBe(false);
  });
});
