import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountAt,
  amountAtEnd,
  earliestFact,
  nextLeaving,
} from '../../src/domain/tiers/evaluation-window.ts';
import { membershipEnd, properEnd, suspectEnds } from '../../src/domain/tiers/membership-end.ts';
import { anniversary, calendar, rolling } from '../support/tier-memberships.ts';

const at = (text: string) => Date.parse(text);

const ZONES = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Europe/Berlin', 'UTC'];
const anyRules = fc.oneof(
  fc.integer({ min: 1, max: 24 }).map(rolling),
  fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .filter(([month, day]) => new Date(Date.UTC(2000, month - 1, day)).getUTCMonth() === month - 1)
    .map(([month, day, months, windows]) => calendar(month, day, months, windows)),
  fc.integer({ min: 1, max: 3 }).map(anniversary),
);
/** Dates crowd around ends of months, where days are clamped and clocks change. */
const anyMoment = fc.oneof(
  fc.integer({ min: at('2024-01-27T00:00Z'), max: at('2024-03-12T00:00Z') }),
  fc.integer({ min: at('2024-08-29T00:00Z'), max: at('2024-09-01T12:00Z') }),
  fc.integer({ min: at('2024-10-28T00:00Z'), max: at('2024-11-05T00:00Z') }),
  fc.integer({ min: at('2021-01-01T00:00Z'), max: at('2027-12-31T00:00Z') }),
);
const anyTerms = fc.record({
  rules: anyRules,
  zone: fc.constantFrom(...ZONES),
  enrolled_at: fc.integer({ min: at('2019-01-01T00:00Z'), max: at('2021-01-01T00:00Z') }),
});
const anyFacts = fc.array(fc.record({ date: anyMoment, amount: fc.integer({ min: 1, max: 1000 }) }), {
  maxLength: 12,
});

describe('whatever the mode', () => {
  it('nothing counts that is not read', () => {
    fc.assert(
      fc.property(anyTerms, anyMoment, fc.integer({ min: 1, max: 5 * 86_400_000 }), (rules, now, before) => {
        const earliest = earliestFact(rules.rules, now);
        // Every fact of newcomers is read.
        fc.pre(rules.rules.mode !== 'enrollment_anniversary' || rules.enrolled_at < earliest);
        const facts = [{ date: earliest - before, amount: 1 }];
        expect(amountAt(rules, facts, now)).toBe(0);
        expect(amountAtEnd(rules, facts, now)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('valid_until is exactly when what counts next falls, as long as nothing else happens', () => {
    fc.assert(
      fc.property(anyTerms, anyFacts, anyMoment, (rules, facts, now) => {
        const known = facts.filter(({ date }) => date <= now);
        const present = amountAt(rules, known, now);
        const leaving = nextLeaving(rules, known, now);
        if (leaving === null) {
          expect(present).toBe(0);
          return;
        }
        expect(leaving).toBeGreaterThan(now);
        expect(amountAt(rules, known, leaving - 1)).toBe(present);
        expect(amountAt(rules, known, leaving)).toBeLessThan(present);
      }),
      { numRuns: 500 },
    );
  });

  it('a membership ends after it began, and nothing counts at its end that does not count just before', () => {
    fc.assert(
      fc.property(anyTerms, anyFacts, anyMoment, (rules, facts, start) => {
        const end = membershipEnd(rules, start)!;
        expect(end).toBeGreaterThan(start);
        for (const fact of facts.filter(({ date }) => date < end)) {
          const [before, then] = [amountAt(rules, [fact], end - 1), amountAtEnd(rules, [fact], end)];
          expect(then === 0 || before === fact.amount).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the end of a membership that was begun under other terms', () => {
  const NOW = at('2026-03-10T12:00Z');

  it('is looked for wherever it may be another, and stays once it is found', () => {
    const anyEnd = fc.option(fc.integer({ min: NOW + 1, max: at('2036-01-01T00:00Z') }));
    const proper = fc.tuple(anyTerms, fc.option(anyMoment)).map(([rules, began]) => ({ rules, began }));
    fc.assert(
      fc.property(proper, anyEnd, ({ rules, began }, given) => {
        const end = began === null ? given : membershipEnd(rules, Math.min(began, NOW));
        if (end !== null && end <= NOW) return;
        const ends = properEnd(rules, end, NOW);
        // The terms' own end stands.
        if (began !== null) expect(ends).toBe(end);
        const { never, after, except } = suspectEnds(rules.rules, rules.zone, NOW);
        const isSuspect = end === null ? never : end > after && !except.includes(end);
        if (ends !== end) expect(isSuspect).toBe(true);
        if (ends !== null && ends > NOW) expect(properEnd(rules, ends, NOW)).toBe(ends);
      }),
      { numRuns: 1000 },
    );
  });
});
