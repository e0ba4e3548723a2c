import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { AFTER_A_YEAR, expiring, openLots } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();

const named = async (merchant_id: string) =>
  (await findCustomer(domain.deps.db, domain.program.id, merchant_id))!;
const LATER = {
  rules: [{ key: 'later', definition: ruleDefinition({ approval_period_seconds: 10 * 86_400 }) }],
};

/** The customer's history as it is shown. */
async function history(merchant_id: string) {
  const { id } = await named(merchant_id);
  const asked = { program: domain.program, customer_id: id, channel: 'web', country: 'US' } as const;
  const customer = await loadStorefrontCustomer(domain.deps, asked);
  return customer.history.map(({ kind, ...entry }) => [kind, 'state' in entry ? entry.state : null]);
}

function resolveNamed(merchant_id: string, state: 'approved' | 'declined' | 'void') {
  const { program, deps } = domain;
  return resolveActivityReport(deps, { program, name: '$import', merchant_id, state, by: TESTER });
}

describe('pending points of a file', () => {
  it('become pending, a part each, and say so', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: '2', points: 40 });
    const file = [
      'merchant_id,points,points_pending,pending',
      '1,250,60,30@2026-02-01T10:00:00Z;20@2026-03-01;10',
      '2,,5,5',
      '3,,0,',
    ];
    const outcome = await importLines(domain, file);
    expect(outcome).toMatchObject({ created: 2, changed: 1, refused: 0, points: 250, pending: 65 });
    expect(outcome.examples).toEqual([
      'line 2: 1: new customer, 250 points, 60 pending',
      'line 3: 2: points_pending 0 → 5',
      'line 4: 3: new customer, 0 points',
    ]);
    expect(await named('1')).toMatchObject({
      points_approved: 250,
      points_pending: 60,
      next_due_at: Date.parse('2026-02-01T10:00:00Z'),
    });
    const { import_id } = outcome;
    const activities = await domain.rows('activities');
    expect(
      activities.map(({ name, merchant_id, value, approves_at }) => [name, merchant_id, value, approves_at]),
    ).toEqual([
      ['$import', `${import_id}-3-1`, 5, null],
      ['$import', `${import_id}-2-1`, 30, Date.parse('2026-02-01T10:00:00Z')],
      ['$import', `${import_id}-2-2`, 20, Date.parse('2026-03-01T05:00:00Z')],
      ['$import', `${import_id}-2-3`, 10, null],
    ]);
    expect(activities.every((one) => one.rule_id === null && one.state === 'pending')).toBe(true);
    const before = await rowsOf(domain.deps.db, domain.program.id, ['imports', 'audit_entries', 'customers']);
    expect(await importLines(domain, file)).toMatchObject({ unchanged: 3, points: 0, pending: 0 });
    expect(
      await rowsOf(domain.deps.db, domain.program.id, ['imports', 'audit_entries', 'customers']),
    ).toEqual(before);
  });

  it.each([
    ['by the sweep, all in one statement', null],
    ['by the sweep, where points are kept in lots', AFTER_A_YEAR],
  ])('are approved at their dates %s', async (_how, expiry) => {
    await domain.begin(expiring(expiry));
    await importLines(domain, ['merchant_id,pending', '1,30@2026-02-01;20@2026-03-01;10']);
    const { id } = await named('1');
    domain.turnTo('2026-02-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 30,
      points_pending: 30,
      next_due_at: Date.parse('2026-03-01T05:00:00Z'),
    });
    domain.turnTo('2026-04-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({ points_approved: 50, points_pending: 10 });
    // Their age counts from the import.
    expect(await openLots(domain, id)).toEqual(expiry ? ['2027-01-14: 30', '2027-01-14: 20'] : []);
  });

  it('are resolved by the name and merchant_id that they have, and show when they are there', async () => {
    await domain.begin();
    const { import_id } = await importLines(domain, ['merchant_id,pending', '1,30;20;10']);
    expect(await history('1')).toEqual([]);
    await resolveNamed(`${import_id}-2-1`, 'approved');
    await resolveNamed(`${import_id}-2-2`, 'declined');
    expect(await named('1')).toMatchObject({ points_approved: 30, points_pending: 10 });
    expect(await history('1')).toEqual([['points_added', 'approved']]);
    await resolveNamed(`${import_id}-2-1`, 'void');
    expect(await named('1')).toMatchObject({ points_approved: 0, points_pending: 10 });
    expect(await history('1')).toEqual([['points_added', 'void']]);
  });

  it('go over in a merge, and are resolved there', async () => {
    await domain.begin();
    const { import_id } = await importLines(domain, ['merchant_id,pending', '1,30@2026-02-01;20', '2,7']);
    await merge(domain, '1', '2');
    expect(await named('2')).toMatchObject({ points_pending: 57 });
    await resolveNamed(`${import_id}-2-2`, 'approved');
    domain.turnTo('2026-02-02T12:00:00Z');
    expect(await domain.settle((await named('2')).id)).toMatchObject({
      points_approved: 50,
      points_pending: 7,
    });
  });

  it('count towards tiers of points once they are approved, which an imported balance does not', async () => {
    await domain.begin({
      settings: programSettings({ tier_boundary_mode: 'points', tier_membership: { mode: 'lifetime' } }),
      tiers: threeTiers(40, 100),
    });
    await importLines(domain, ['merchant_id,points,pending', '1,500,50@2026-02-01']);
    const { id } = await named('1');
    expect(await domain.settle(id)).toMatchObject({ tier_id: domain.program.tiers[0]!.id });
    domain.turnTo('2026-02-02T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({
      points_approved: 550,
      tier_id: domain.program.tiers[1]!.id,
    });
  });
});

describe('pending points whose date is past', () => {
  it('are approved by then: the balance is so much more, whenever the file is read', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const file = [
      'merchant_id,points,lots,pending',
      '1,100,100@2026-06-30,30@2026-02-01;20@2026-03-01',
      '2,-40,,30@2026-02-01;20@2026-03-01',
    ];
    await importLines(domain, file);
    domain.turnTo('2026-02-02T12:00:00Z');
    expect(await importLines(domain, file)).toMatchObject({ unchanged: 2 });
    expect(await named('1')).toMatchObject({ points_approved: 130, points_pending: 20 });
    expect(await named('2')).toMatchObject({ points_approved: -10, points_pending: 20 });
    await domain.begin(expiring(AFTER_A_YEAR));
    domain.turnTo('2026-02-02T12:00:00Z');
    expect(await importLines(domain, file)).toMatchObject({ created: 2, points: 120, pending: 40 });
    expect(await named('1')).toMatchObject({ points_approved: 130, points_pending: 20 });
    expect(await openLots(domain, (await named('1')).id)).toEqual(['2026-07-01: 100', '2027-02-02: 30']);
    expect(await named('2')).toMatchObject({ points_approved: -10, points_pending: 20 });
  });

  it('refuse a row that says no balance', async () => {
    await domain.begin();
    const { refusals } = await importLines(domain, ['merchant_id,pending', '1,30@2026-01-01']);
    expect(refusals[0]!.reason).toBe(
      'has pending points whose date is past, and no points that they could be added to',
    );
  });
});

describe('pending points of a known customer', () => {
  it('are those that the row says: what is missing becomes pending', async () => {
    await domain.begin(LATER);
    await domain.customer({ merchant_id: '1' });
    await domain.complete('later', { customer: '1' });
    const outcome = await importLines(domain, ['merchant_id,pending', '1,50@2026-01-24T12:00:00Z;30']);
    expect(outcome).toMatchObject({ changed: 1, pending: 30 });
    expect(await named('1')).toMatchObject({ points_pending: 80 });
  });

  it('that the row does not say refuse it', async () => {
    await domain.begin(LATER);
    await domain.customer({ merchant_id: '1' });
    await domain.complete('later', { customer: '1' });
    const { refusals } = await importLines(domain, ['merchant_id,points_pending,pending', '1,30,30', '2,0,']);
    expect(refusals).toEqual([
      {
        line: 2,
        reason:
          'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)',
      },
    ]);
    expect(await importLines(domain, ['merchant_id,points_pending,pending', '1,0,'])).toMatchObject({
      refused: 1,
    });
    // An empty cell says nothing, nor does the sum without the parts.
    expect(await importLines(domain, ['merchant_id,pending', '1,'])).toMatchObject({ unchanged: 1 });
    expect(await importLines(domain, ['merchant_id,points_pending', '1,7'])).toMatchObject({ unchanged: 1 });
  });

  it('are refused for guests and the blocked, and where the sum is another', async () => {
    await domain.begin();
    const { id } = await domain.customer({ merchant_id: 'blocked' });
    await domain.block(id);
    const { refusals } = await importLines(domain, [
      'merchant_id,points_pending,pending,enrolled_at',
      'blocked,,5,2020-01-01',
      'guest,,5,',
      'odd,6,5,2020-01-01',
      'worse,,5@someday;-1,2020-01-01',
    ]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      'would change the points or the tier of a blocked customer',
      'has points or a tier, and no enrolled_at',
      'pending holds 5 points, and points_pending says 6',
      'pending is no date as ymd says; pending must be a whole number from 0 to 1000000000, without separators',
    ]);
  });
});

it('An activity that a back end reports cannot take the name', async () => {
  await domain.begin();
  const report = recordActivity(domain.deps, {
    program: domain.program,
    name: '$import',
    customer_id: '1',
    customer_email: null,
    merchant_id: '1-2-1',
    referral_id: null,
    channel: 'web',
    date: null,
  });
  await expect(report).rejects.toMatchObject({ code: 'not_found' });
});
