import { describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { eraseCustomer } from '../../src/domain/operations/erase-customer.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { importLines, revert } from '../support/imports.ts';
import { AFTER_A_YEAR, adjust, expiring, openLots } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { orderInput } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { threeTiers } from '../support/tier-shop.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();

const find = (merchantId: string) => findCustomer(domain.deps.db, domain.program.id, merchantId);
async function named(merchantId: string): Promise<CustomerRow> {
  return (await find(merchantId))!;
}

function change(customer_id: number, changes: Parameters<typeof updateCustomer>[1]['changes']) {
  return updateCustomer(domain.deps, { program: domain.program, customer_id, changes, by: TESTER });
}

/** The fields of a customer, without the moments of its last change. */
const known = ({ version, updated_at, last_entry_at, balance_changed_at, ...row }: CustomerRow) => row;

describe('an import that is reverted', () => {
  it('leaves nothing of customers that nobody has used since, and their names can come again', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const file = [
      'merchant_id,email,first_name,points,referral_id',
      '1,a@example.com,Ann,100,ann',
      '2,,Bob,,',
    ];
    const { import_id } = await importLines(domain, file);
    const { id } = await named('1');
    expect(await revert(domain, import_id!)).toEqual({ customers: 2, done: 2, kept: 0, keeps: [] });
    expect(await find('1')).toBeUndefined();
    expect(await domain.row(id)).toMatchObject({
      points_approved: 0,
      email: null,
      first_name: null,
      erased_at: domain.clock.real(),
    });
    expect(await openLots(domain, id)).toEqual([]);
    const rows = await domain.deps.db
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', import_id!)
      .execute();
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [null, {}],
      [null, {}],
    ]);
    expect(await importLines(domain, file)).toMatchObject({ created: 2, refused: 0 });
    expect((await named('1')).id).not.toBe(id);
  });

  it('brings known customers back to what they were: points, lots, fields, tier', async () => {
    await domain.begin({
      settings: programSettings({
        points_expiry: AFTER_A_YEAR,
        tier_membership: { mode: 'rolling', duration_months: 12 },
      }),
      tiers: threeTiers(),
    });
    const { id: one } = await domain.customer({ merchant_id: '1', email: 'one@example.com', points: 40 });
    const { id: two } = await domain.customer({ merchant_id: '2' });
    await adjust(domain, two, 70);
    await change(one, { first_name: 'Ann', metadata: { kept: 1, changed: 'x' } });
    domain.clock.advance(30 * 24 * 3_600_000);
    await adjust(domain, two, 30);
    const before = [await domain.row(one), await domain.row(two)].map(known);
    const lots = [await openLots(domain, one), await openLots(domain, two)];
    domain.clock.advance(1);
    const { import_id } = await importLines(domain, [
      'merchant_id,email,first_name,last_name,birthday,points,tier,metadata',
      '1,,Anna,Lee,1990-05-05,140,gold,{"changed":"y"}',
      '2,two@example.com,,,,85,,{"new":1}',
    ]);
    expect((await named('1')).points_approved).toBe(140);
    expect((await named('2')).points_approved).toBe(85);
    domain.clock.advance(1);
    expect(await revert(domain, import_id!)).toMatchObject({ customers: 2, kept: 0 });
    expect([await domain.row(one), await domain.row(two)].map(known)).toEqual(before);
    expect([await openLots(domain, one), await openLots(domain, two)]).toEqual(lots);
  });

  it('keeps what was built on since, and says so', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: 'spent' });
    await domain.customer({ merchant_id: 'renamed' });
    const { import_id } = await importLines(domain, [
      'merchant_id,first_name,points',
      'spent,,300',
      'renamed,Ann,50',
      'used,Bob,20',
      'edited,Cid,20',
      'gone,Dan,20',
      'untouched,Eve,20',
    ]);
    await domain.claim('mug', { variant_id: '902' }, { customer: 'spent' });
    await change((await named('renamed')).id, { first_name: 'Anna' });
    await domain.complete('follow', { customer: 'used' });
    await change((await named('edited')).id, { first_name: 'Cyd' });
    const { import_id: later } = await importLines(domain, ['merchant_id,points', 'gone,25']);
    const { keeps, ...counts } = await revert(domain, import_id!);
    expect(counts).toEqual({ customers: 6, done: 6, kept: 5 });
    expect(keeps.map(({ merchant_id, kept }) => `${merchant_id}: ${kept}`)).toEqual([
      'spent: points spent or expired: 200',
      'renamed: first_name was changed since',
      'used: the customer stays, since it was used meanwhile',
      'edited: the customer stays, since it was changed meanwhile',
      'gone: the customer stays, since it was used meanwhile',
    ]);
    const points = Object.fromEntries(
      await Promise.all(
        ['spent', 'renamed', 'used', 'edited', 'gone'].map(async (name) => [
          name,
          (await named(name)).points_approved,
        ]),
      ),
    );
    expect(points).toEqual({ spent: 0, renamed: 0, used: 50, edited: 0, gone: 5 });
    expect(await named('renamed')).toMatchObject({ first_name: 'Anna' });
    expect(await find('untouched')).toBeUndefined();
    expect(await revert(domain, later!)).toMatchObject({ kept: 0 });
    expect((await named('gone')).points_approved).toBe(0);
  });

  it('keeps a customer of whom there is only an unpaid order, a friend, another name, a report or a note', async () => {
    const referrals = {
      incentive_reward_key: 'voucher',
      requires_email: false,
      cap: null,
      daily_friends_per_address: 9,
    };
    await domain.begin({
      settings: programSettings({ referrals }),
      // Nothing is completed by a report of it.
      rules: [
        { key: 'review', definition: ruleDefinition({ kind: 'review', properties: {}, enabled: false }) },
      ],
      rewards: [{ key: 'voucher', definition: voucherDefinition() }],
    });
    const { deps, program } = domain;
    const names = ['ordered', 'invited', 'another', 'reported', 'noted'];
    const { import_id } = await importLines(domain, [
      'merchant_id,points',
      ...names.map((name) => `${name},20`),
    ]);
    const order = { customer_id: 'ordered', payment_status: 'not_paid' } as const;
    await recordOrder(deps, orderInput(program, order));
    const { referral_id } = await named('invited');
    const referee = { email: 'fred@mail.example', ip_address: '203.0.113.7', user_agent: null };
    await giveIncentive(deps, { program, referral_id, referee });
    await domain.customer({ merchant_id: 'duplicate' });
    await merge(domain, 'duplicate', 'another');
    const report = { name: '$review', customer_id: 'reported', merchant_id: 'r-1', date: null } as const;
    await recordActivity(deps, {
      program,
      ...report,
      customer_email: null,
      referral_id: null,
      channel: 'web',
    });
    await addNote(deps, {
      program,
      customer_id: (await named('noted')).id,
      text: 'Called twice',
      by: TESTER,
    });
    const { keeps, ...counts } = await revert(domain, import_id!);
    expect(counts).toEqual({ customers: 5, done: 5, kept: 5 });
    expect(keeps.map(({ merchant_id, kept }) => [merchant_id, kept])).toEqual(
      names.map((name) => [name, 'the customer stays, since it was used meanwhile']),
    );
    expect((await find('duplicate'))!.id).toBe((await named('another')).id);
  });

  it('keeps a customer of whom somebody said since what the file did not', async () => {
    await domain.begin();
    const names = ['name', 'birthday', 'metadata', 'blocked'];
    const { import_id } = await importLines(domain, [
      'merchant_id,points,metadata,blocked',
      ...names.map((name) => `${name},20,{"a":1},`),
      'blocked from the start,,,true',
    ]);
    domain.clock.advance(1);
    const changes = [
      { first_name: 'Ann' },
      { birthday: { day: 5, month: 5, year: null } },
      { metadata: { b: 2 } },
      { blocked: true },
    ];
    for (const [index, name] of names.entries()) await change((await named(name)).id, changes[index]!);
    const { keeps, ...counts } = await revert(domain, import_id!);
    expect(counts).toEqual({ customers: 5, done: 5, kept: 4 });
    expect(keeps.map(({ merchant_id, kept }) => [merchant_id, kept])).toEqual(
      names.map((name) => [name, 'the customer stays, since it was changed meanwhile']),
    );
    expect(await named('blocked')).toMatchObject({ points_approved: 0, blocked_at: expect.any(Number) });
    expect(await find('blocked from the start')).toBeUndefined();
  });

  it('is reverted once; one that was cut short is reverted as far as it came, and does not go on', async () => {
    await domain.begin();
    const file = ['merchant_id,points', ...Array.from({ length: 1500 }, (_, index) => `${index},5`)];
    let passes = 0;
    const breaking = importLines(domain, file, {
      read: async function* () {
        passes += 1;
        for (const [index, text] of file.slice(1).entries()) {
          if (passes === 2 && index === 1200) throw new Error('the cable was pulled');
          yield { line: index + 2, cells: text.split(',') };
        }
      },
    });
    await expect(breaking).rejects.toThrow('cable');
    const [record] = await domain.deps.db
      .selectFrom('imports')
      .select('id')
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(await revert(domain, record!.id)).toMatchObject({ customers: 1000, done: 1000, kept: 0 });
    const books = await domain.rows('transactions');
    expect(await revert(domain, record!.id)).toMatchObject({ customers: 1000, kept: 0 });
    expect(await domain.rows('transactions')).toEqual(books);
    expect(await importLines(domain, file)).toMatchObject({ created: 1500, resumed_behind: 0 });
  });

  it('is one of the program', async () => {
    await domain.begin();
    const { import_id } = await importLines(domain, ['merchant_id', '1']);
    await domain.begin();
    expect(await outcomeOf(revert(domain, import_id!))).toBe('not_found');
  });

  it('leaves customers alone that were erased meanwhile', async () => {
    await domain.begin();
    await domain.customer({ merchant_id: '1' });
    const { import_id } = await importLines(domain, ['merchant_id,points', '1,30']);
    await eraseCustomer(domain.deps, { program: domain.program, merchant_id: '1', by: TESTER });
    expect((await revert(domain, import_id!)).keeps).toMatchObject([{ kept: 'it was erased since' }]);
  });
});
