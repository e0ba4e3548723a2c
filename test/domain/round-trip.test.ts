import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/domain/imports/presets.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { columnsOf, exportedCustomers } from '../support/exported.ts';
import {
  productRewardDefinition,
  programSettings,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { AFTER_A_YEAR, adjust, resolve } from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const DAY = 24 * 3_600_000;

/** The identity of a program's customers for another program. Ids, their moments and the site are the program's own. */
const TRAVELLING = [
  'merchant_id',
  'email',
  'first_name',
  'last_name',
  'birthday',
  'email_marketing',
  'sms_marketing',
  'points',
  'points_pending',
  'pending',
  'points_spent',
  'lots',
  'tier',
  'tier_expires_at',
  'enrolled_at',
  'blocked',
  'referral_id',
];

function terms(rest: Partial<ProgramDefinition> = {}): Partial<ProgramDefinition> {
  const flat = (points: number) => ({ kind: 'points', points, per_currency_unit_minor: null }) as const;
  return {
    settings: programSettings({
      points_expiry: AFTER_A_YEAR,
      tier_membership: { mode: 'rolling', duration_months: 12 },
    }),
    tiers: threeTiers(1_000, 5_000),
    rules: [
      { key: 'follow', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 864_000, result: flat(35) }) },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
          approval_period_seconds: 864_000,
        }),
      },
    ],
    rewards: [{ key: 'mug', definition: productRewardDefinition({ auto_refund_seconds: 900 * 86_400 }) }],
    ...rest,
  };
}

/** One who has lots, claims, pending points and a tier; one who owes and waits; a guest; one who is blocked. */
async function liveAWhile(): Promise<void> {
  const { id: one } = await domain.customer({ merchant_id: 'one', email: 'one@example.com' });
  await adjust(domain, one, 300);
  domain.clock.advance(30 * DAY);
  await adjust(domain, one, 70);
  await domain.claim('mug', { variant_id: '902' }, { customer: 'one' });
  await domain.complete('later', { customer: 'one' });
  domain.clock.advance(DAY);
  await domain.complete('later', { customer: 'one' });
  const order = (merchant_id: string, customer_id: string, payment_status: 'paid' | 'not_paid') =>
    recordOrder(domain.deps, orderInput(domain.program, { merchant_id, customer_id, payment_status }));
  await order('o-1', 'one', 'paid');
  await order('o-2', 'one', 'not_paid');

  const { id: two } = await domain.customer({ merchant_id: 'two' });
  await domain.complete('follow', { customer: 'two' });
  await adjust(domain, two, -40);
  const earned = (await domain.rows('activities')).findLast(({ customer_id }) => customer_id === two)!;
  await resolve(domain, two, earned.id, 'void');
  await order('o-3', 'two', 'not_paid');

  const { id: blocked } = await domain.customer({ merchant_id: 'blocked', points: 12 });
  await domain.block(blocked);
  await importLines(domain, ['merchant_id,enrolled_at,points_spent', 'guest,,', 'spender,2020-01-01,4000']);
}

const bring = (lines: readonly string[]) =>
  importLines(domain, lines, { choices: { preset: PRESETS.loyaltyd! } });

describe('the export of a program', () => {
  it('is what another, of another site and zone, exports once it has imported it; and nothing changes the second time', async () => {
    await domain.begin(terms());
    await liveAWhile();
    const home = domain.program;
    const first = await exportedCustomers(domain);
    const told = columnsOf(first, TRAVELLING);
    const counters = ['points', 'points_pending', 'pending', 'points_spent', 'lots', 'tier'];
    expect(columnsOf(first, counters)).toEqual([
      [
        '170',
        '110',
        '35@2026-02-23T12:00:00.000Z;35@2026-02-24T12:00:00.000Z;20@2026-02-24T12:00:00.000Z;20',
        '200',
        '100@2027-01-14T12:00:00.000Z;70@2027-02-13T12:00:00.000Z',
        'silver',
      ],
      ['-40', '20', '20', '0', '', 'base'],
      ['12', '0', '', '0', '12@2027-02-14T12:00:00.000Z', 'base'],
      ['0', '0', '', '0', '', ''],
      ['0', '0', '', '4000', '', 'base'],
    ]);
    expect(await bring(first)).toMatchObject({ created: 0, changed: 0, unchanged: 5, refused: 0 });
    expect(columnsOf(await exportedCustomers(domain), TRAVELLING)).toEqual(told);

    const moment = domain.clock.real();
    const tokyo = { name: 'Tokyo', url: 'https://tokyo.example', time_zone: 'Asia/Tokyo', country: 'JP' };
    await domain.begin(terms({ sites: [{ key: 'tokyo', definition: siteDefinition(tokyo) }] }));
    domain.turnTo(moment + 3_600_000);
    expect(await bring(first)).toMatchObject({
      created: 5,
      refused: 0,
      points: 142,
      pending: 130,
      spent: 4200,
    });
    const second = await exportedCustomers(domain);
    expect(columnsOf(second, TRAVELLING)).toEqual(told);
    expect(columnsOf(second, ['site'])).toEqual(Array(5).fill(['tokyo']));

    const changing = ['imports', 'audit_entries', 'customers'] as const;
    for (const program of [home, domain.program]) {
      domain.program = program;
      const before = await rowsOf(domain.deps.db, program.id, changing);
      expect(await bring(first)).toMatchObject({ unchanged: 5, refused: 0 });
      expect(await bring(second)).toMatchObject({ unchanged: 5, refused: 0 });
      expect(await rowsOf(domain.deps.db, program.id, changing)).toEqual(before);
    }
  });
});
