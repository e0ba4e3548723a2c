import { describe, expect, it } from 'vitest';
import type { Biography, Deed } from '../../src/demo/history/deed.ts';
import { tellHistory } from '../../src/demo/history/tell-history.ts';
import { noteOf, readNote } from '../../src/demo/history/terms.ts';
import { happenInOrder } from '../../src/demo/history/timeline.ts';

const TERMS = { customers: 2_000, months: 13, seed: 1, end: Date.parse('2026-11-22T13:00:00Z') };
const told = tellHistory(TERMS);

const ofKind = <K extends Deed['kind']>(biographies: readonly Biography[], kind: K) =>
  biographies.flatMap(({ steps }) =>
    steps.flatMap(({ at, deed }) =>
      deed.kind === kind ? { at, deed: deed as Extract<Deed, { kind: K }> } : [],
    ),
  );
const orders = ofKind(told, 'order');
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** Orders a day in a month, such as 2026-07. */
const aDay = (month: string) =>
  orders.filter(({ at }) => new Date(at).toISOString().startsWith(month)).length /
  new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate();

describe('a told history', () => {
  it('is the same for the same terms, and another for another seed', () => {
    const few = { ...TERMS, customers: 50 };
    expect(tellHistory(few)).toEqual(tellHistory(few));
    expect(tellHistory({ ...few, seed: 2 })).not.toEqual(tellHistory(few));
  });

  it('has a peak before Christmas, a dip in summer, and busy weekends', () => {
    expect(aDay('2025-12')).toBeGreaterThan(1.25 * aDay('2026-03'));
    expect(aDay('2026-07')).toBeLessThan(0.9 * aDay('2026-05'));
    const on = (weekdays: number[]) =>
      orders.filter(({ at }) => weekdays.includes(new Date(at).getUTCDay())).length / weekdays.length;
    expect(on([0, 6])).toBeGreaterThan(1.05 * on([1, 2, 3, 4]));
  });

  it('has many customers who buy once, and few who buy often', () => {
    const counts = told.map(({ steps }) => steps.filter(({ deed }) => deed.kind === 'order').length);
    const most = counts.sort((a, b) => b - a).slice(0, TERMS.customers / 10);
    expect(sum(most)).toBeGreaterThan(0.35 * sum(counts));
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(0.35 * TERMS.customers);
  });

  it('has baskets of no round numbers, with few dear ones', () => {
    const goods = orders
      .map(({ deed }) => sum(deed.items.map(({ quantity, price }) => quantity * price)))
      .sort((a, b) => a - b);
    const median = goods[(goods.length / 2) | 0]!;
    expect(sum(goods) / goods.length).toBeGreaterThan(1.1 * median);
    expect(goods.filter((cents) => cents % 100 === 0).length).toBeLessThan(0.05 * goods.length);
  });

  it('has four to eight percent of orders refunded, days later', () => {
    const refunds = ofKind(told, 'refund');
    expect(refunds.length / orders.length).toBeGreaterThan(0.04);
    expect(refunds.length / orders.length).toBeLessThan(0.08);
    const placed = new Map(orders.map(({ at, deed }) => [deed.number, at]));
    for (const { at, deed } of refunds) expect(at - placed.get(deed.order)!).toBeGreaterThan(86_400_000);
  });

  it('has strictly ascending moments, and begins each customer by joining or by coming along', () => {
    for (const { steps, brought_along } of told) {
      const moments = steps.map(({ at }) => at);
      expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
      expect(moments.at(-1) ?? 0).toBeLessThan(TERMS.end);
      if (!brought_along) expect(steps[0]?.deed.kind).toBe('join');
    }
  });

  it('ends with the only erasure, and does nothing to a merged customer any more', () => {
    const last = Math.max(...told.flatMap(({ steps }) => steps.map(({ at }) => at)));
    expect(ofKind(told, 'erase').map(({ at }) => at)).toEqual([last]);
    const merged = told.filter(({ steps }) => steps.some(({ deed }) => deed.kind === 'merge'));
    expect(merged.map(({ steps }) => steps.at(-1)!.deed.kind)).toEqual(Array(5).fill('merge'));
  });
});

describe('the note of a history', () => {
  it('says its terms, so that they can be read from it', () => {
    expect(readNote(noteOf(TERMS))).toEqual(TERMS);
    expect(readNote('A new season')).toBeUndefined();
    expect(readNote(null)).toBeUndefined();
  });
});

describe('happenings', () => {
  const scene = () => {
    const log: string[] = [];
    const one = (name: string, touches: readonly string[] | 'everything', turns: number) => ({
      at: 0,
      touches,
      happen: async () => {
        log.push(`${name} begins`);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        log.push(`${name} ends`);
      },
    });
    return { log, one };
  };

  it('that touch the same follow each other, and others happen at once', async () => {
    const { log, one } = scene();
    await happenInOrder([one('first', ['a'], 30), one('second', ['a', 'b'], 1), one('other', ['c'], 1)], 8);
    expect(log.indexOf('second begins')).toBeGreaterThan(log.indexOf('first ends'));
    expect(log.indexOf('other ends')).toBeLessThan(log.indexOf('first ends'));
  });

  it('that touch everything happen alone', async () => {
    const { log, one } = scene();
    await happenInOrder([one('before', ['a'], 20), one('alone', 'everything', 5), one('after', ['b'], 1)], 8);
    expect(log).toEqual(['before', 'alone', 'after'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('end with the first error, after those that run have ended', async () => {
    const { log, one } = scene();
    const failing = { at: 0, touches: ['b'], happen: () => Promise.reject(new Error('refused')) };
    const all = [one('running', ['a'], 30), failing, one('waiting', ['b'], 1)];
    await expect(happenInOrder(all, 2)).rejects.toThrow('refused');
    expect(log).toEqual(['running begins', 'running ends']);
  });
});
