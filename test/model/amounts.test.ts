import { describe, expect, it } from 'vitest';
import { toDecimal, toDecimalString, toMinor } from '../../src/domain/core/money.ts';

const decimals = (amount: number) => String(amount).split('.')[1]?.length ?? 0;

describe('amounts', () => {
  it('carry no float noise: each is the nearest double of what was written', () => {
    for (const [currency, digits] of [
      ['USD', 2],
      ['KWD', 3],
      ['JPY', 0],
    ] as const) {
      for (let minor = 0; minor < 30_000; minor += 1) {
        const text = toDecimalString(minor, currency);
        const amount = toDecimal(minor, currency);
        if (decimals(amount) > digits || amount !== Number(text)) expect([minor, amount]).toBe(text);
        if (toMinor(amount, currency) !== minor) expect([minor, amount]).toBe(minor);
      }
    }
  });
});
