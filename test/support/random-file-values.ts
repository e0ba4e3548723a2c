import fc from 'fast-check';

export type Json = Record<string, unknown>;

/** A value, or no key at all. */
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const record = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(members) as fc.Arbitrary<Json>;

/** Texts that YAML would read as something else, or has to quote. */
export const text = fc
  .oneof(
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '12',
      '1e3',
      '0x1f',
      'a: b',
      '# none',
      '- x',
      '"quoted"',
      "it's",
      'two\nlines\n',
      ' spaces ',
      '{a}',
      '[b]',
      '&x',
      '*y',
      '!z',
      '%',
      '@',
      '`',
      'Tee ☕️\u2028',
      '\t',
      'true',
      '2026-01-01',
      '<<',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((word) => !/[{}]/.test(word)),
  )
  .filter((word) => !/[{}]/.test(word));
export const localized = fc.oneof(text, record({ en: text, no: text, 'pt-BR': text }));
export const url = fc.constantFrom('https://shop.example/?a=1&b=2', 'https://shop.example/#top');
export const amount = fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100);
export const duration = fc.constantFrom('1s', '90s', '15m', '24h', '36h', '14d', '365d');
export const limit = fc.record({
  count: fc.integer({ min: 1, max: 9 }),
  interval: maybe(fc.constantFrom('day', 'week', 'month', 'year')),
});
