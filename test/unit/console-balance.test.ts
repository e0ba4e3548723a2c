import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { BalanceCard } from '../../src/http/console/customers/balance-card.tsx';

const HOUR = 3_600_000;
/** One in the morning of 10 January in Berlin. */
const MORNING = Date.parse('2026-01-10T00:00:00Z');

function told(ends: [at: number, points: number][]): string[] {
  const lots = ends.map(([expires_at, remaining]) => ({
    expires_at,
    remaining,
    points: remaining,
    formed_at: 0,
  }));
  const balance = { at: 0, points_approved: 0, points_pending: 0, points_spent: 0, tier_id: null, lots };
  const text = renderToString(
    h(BalanceCard, { balance: { ...balance, next_expiry: null }, curve: [], zone: 'Europe/Berlin' }),
  );
  return [...text.matchAll(/(Expires [^<]+)<\/dt><dd[^>]*>([^<]+)/g)].map(
    ([, day, points]) => `${day}: ${points}`,
  );
}

it('points that expire on one day are told together, by the days of the zone', () => {
  expect(
    told([
      [MORNING + 22 * HOUR, 3],
      [MORNING, 10],
      [MORNING + 1, 20],
      [MORNING + 23 * HOUR, 4],
    ]),
  ).toEqual(['Expires 10 Jan 2026: 33', 'Expires 11 Jan 2026: 4']);
});

it('many days are told as the first six and the rest', () => {
  const days = Array.from({ length: 9 }, (_, day): [number, number] => [MORNING + day * 24 * HOUR, 1]);
  expect(told(days).at(-1)).toBe('Expires later: 3');
});
