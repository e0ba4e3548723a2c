import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { runInTransaction, type Tx } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { entryMoment, lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { post } from '../../src/domain/ledger/post.ts';
import { type Opening, type PostedOpening, postOpenings } from '../../src/domain/ledger/post-openings.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import {
  AFTER_A_YEAR,
  AT_YEARS_END,
  adjust,
  expiring,
  INACTIVE_HALF_A_YEAR,
  openLots,
} from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const YEAR_MS = 365 * 24 * 3_600_000;

async function openAll(openings: readonly Opening[]): Promise<PostedOpening[]> {
  const { deps, program } = domain;
  return runInTransaction(deps, undefined, async (tx) => {
    const ids = [...new Set(openings.map(({ customer_id }) => customer_id))].sort((a, b) => a - b);
    const customers: CustomerRow[] = [];
    for (const id of ids) customers.push(await lockCustomer(tx, program.id, id));
    return postOpenings(tx, program, customers, openings, { now: domain.clock.real(), note: 'Opening' });
  });
}

async function postOne(tx: Tx, customer: CustomerRow, points: number): Promise<CustomerRow> {
  const at = entryMoment(domain.clock.real(), customer);
  const { id } = await tx
    .insertInto('adjustments')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      points,
      note: 'Opening',
      reason: 'opening',
      date: ts(at),
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return post(tx, domain.program, customer, {
    source: { resource: 'adjustment', adjustment_id: id },
    approved: points,
    pending: 0,
    spent: 0,
    note: 'Opening',
    at,
  });
}

async function postEach(customerId: number, openings: readonly Opening[]): Promise<void> {
  await runInTransaction(domain.deps, undefined, async (tx) => {
    let customer = await lockCustomer(tx, domain.program.id, customerId);
    for (const { points } of openings) customer = await postOne(tx, customer, points);
  });
}

/** The books of a customer, without ids. */
async function booksOf(customerId: number): Promise<object> {
  const of = <T extends { customer_id: number }>(rows: T[]) =>
    rows.filter((row) => row.customer_id === customerId);
  const {
    points_approved,
    next_due_at,
    balance_changed_at,
    last_entry_at,
    updated_at,
    lots_since,
    lots_dated_since,
  } = await domain.row(customerId);
  return {
    customer: {
      points_approved,
      next_due_at,
      balance_changed_at,
      last_entry_at,
      updated_at,
      lots_since,
      lots_dated_since,
    },
    adjustments: of(await domain.rows('adjustments')).map(({ id, customer_id, ...row }) => row),
    transactions: of(await domain.rows('transactions')).map(
      ({ id, customer_id, adjustment_id, ...row }) => row,
    ),
    lots: of(await domain.rows('lots')).map(({ id, customer_id, adjustment_id, ...row }) => ({
      ...row,
      of_adjustment: adjustment_id !== null,
    })),
  };
}

const MODES: Record<string, PointsExpiry | null> = {
  'points never expire': null,
  'points expire a year after they were earned': AFTER_A_YEAR,
  "points expire at the year's end": AT_YEARS_END,
  'points expire when nothing happens': INACTIVE_HALF_A_YEAR,
};

describe.each(Object.entries(MODES))('where %s', (_mode, expiry) => {
  it('openings of many customers come to what posting them one by one comes to', async () => {
    const history = fc.array(fc.integer({ min: -300, max: 500 }), { maxLength: 4 });
    const additions = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 3 });
    const removal = fc.integer({ min: -600, max: -1 }).map((points) => [points]);
    const customers = fc.array(fc.record({ history, points: fc.oneof(additions, removal) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(customers, fc.boolean(), async (sketches, turnedOnLater) => {
        await domain.begin(expiring(turnedOnLater ? null : expiry, { negative_balance: 'allow' }));
        const pairs: [number, number, number[]][] = [];
        for (const [index, { history: past, points }] of sketches.entries()) {
          const twins = [];
          for (const twin of ['one', 'other']) {
            const { id } = await domain.customer({ merchant_id: `${index}-${twin}` });
            for (const step of past) {
              domain.clock.advance(1);
              await runInTransaction(domain.deps, undefined, async (tx) => {
                if (step !== 0) await postOne(tx, await lockCustomer(tx, domain.program.id, id), step);
              });
              domain.clock.advance(-1);
            }
            twins.push(id);
          }
          pairs.push([twins[0]!, twins[1]!, points]);
        }
        domain.clock.advance(10);
        if (turnedOnLater) await domain.change(expiring(expiry, { negative_balance: 'allow' }));
        const openings = pairs.flatMap(([one, , points]) =>
          points.map((part) => ({ customer_id: one, points: part })),
        );
        await openAll(openings);
        for (const [, other, points] of pairs)
          await postEach(
            other,
            points.map((part) => ({ customer_id: other, points: part })),
          );
        for (const [one, other] of pairs) expect(await booksOf(one)).toEqual(await booksOf(other));
      }),
      { numRuns: 12 },
    );
  });
});

describe('openings with dates of their own', () => {
  it('form lots of those dates, and the first of them falls due', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer();
    const may = Date.parse('2026-05-01T04:00:00Z');
    const june = Date.parse('2026-06-01T04:00:00Z');
    await openAll([
      { customer_id: id, points: 100, expires_at: june },
      { customer_id: id, points: 50, expires_at: may },
      { customer_id: id, points: 7 },
    ]);
    expect(await openLots(domain, id)).toEqual(['2026-05-01: 50', '2026-06-01: 100', '2027-01-14: 7']);
    expect((await domain.row(id)).next_due_at).toBe(may);
    domain.turnTo(june);
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 7']);
  });

  it('that are past are a mistake of whoever asks', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer();
    const past = domain.clock.real() - YEAR_MS;
    await expect(openAll([{ customer_id: id, points: 100, expires_at: past }])).rejects.toThrow('expired');
    expect((await domain.row(id)).points_approved).toBe(0);
  });

  it('leave the dates out where points do not expire by dates', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await openAll([{ customer_id: id, points: 100, expires_at: domain.clock.real() + YEAR_MS }]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 100, lots_since: null, next_due_at: null });
  });
});

describe('openings that are taken back', () => {
  it('go from their own lots first, and what they took returns to the lots that it was taken from', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer();
    await adjust(domain, id, 80);
    domain.clock.advance(YEAR_MS / 2);
    const [added] = await openAll([{ customer_id: id, points: 100 }]);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 80', '2027-07-16: 100']);
    await openAll([{ customer_id: id, points: -100, undoes: [added!.adjustment_id] }]);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 80']);
    const [taken] = await openAll([{ customer_id: id, points: -30 }]);
    await openAll([{ customer_id: id, points: 30, undoes: [taken!.adjustment_id] }]);
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 80']);
  });

  it('come back as new points where their date has passed meanwhile', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer();
    await adjust(domain, id, 80);
    const [taken] = await openAll([{ customer_id: id, points: -30 }]);
    domain.clock.advance(YEAR_MS + 1);
    await domain.settle(id);
    await openAll([{ customer_id: id, points: 30, undoes: [taken!.adjustment_id] }]);
    expect(await openLots(domain, id)).toEqual(['2028-01-14: 30']);
  });
});
