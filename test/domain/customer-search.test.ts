import { beforeAll, describe, expect, it } from 'vitest';
import { type CustomerQuestion, searchCustomers } from '../../src/domain/listings/customer-search.ts';
import { listCustomers } from '../../src/domain/listings/customer-store.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { entryOf, rewardDefinition, tierDefinition } from '../support/factories.ts';
import { erase, merge } from '../support/merging.ts';
import { orderInput } from '../support/orders.ts';
import { scansOf } from '../support/plans.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();

const ANY = { tier_id: null, state: null, orders: true, codes: true, limit: 50 } as const;

async function search(asked: string, rest: Partial<CustomerQuestion> = {}) {
  return searchCustomers(domain.deps, domain.program.id, { ...ANY, asked, ...rest });
}

/** The ids that a search finds. */
async function idsOf(asked: string, rest: Partial<CustomerQuestion> = {}): Promise<number[]> {
  return (await search(asked, rest)).found.map(({ id }) => id);
}

async function named(
  merchant_id: string,
  first_name: string | null,
  last_name: string | null,
  email?: string,
) {
  const { id } = await domain.customer({ merchant_id, points: 500, ...(email && { email }) });
  const changes = { first_name, last_name };
  await updateCustomer(domain.deps, { program: domain.program, customer_id: id, changes, by: TESTER });
  return id;
}

describe('a search for customers', () => {
  it('finds them by the first letters of either name, in whatever case', async () => {
    await domain.begin();
    const ada = await named('c-1', 'Ada', 'Lovelace');
    const only = await named('c-2', null, 'Łoś');
    await named('c-3', 'Grace', 'Hopper');
    for (const asked of ['a', 'ADA', 'ada love', 'Lovelace', 'lovelace, ada', ' lovelace  a']) {
      expect([asked, await idsOf(asked)]).toEqual([asked, [ada]]);
    }
    expect(await idsOf('łO')).toEqual([only]);
    for (const asked of ['da', 'ada  x', 'a%', '_', '\\', "'", '\0', ' ']) {
      expect([asked, await idsOf(asked)]).toEqual([asked, []]);
    }
  });

  it('finds them by the first letters of their email and of their id, and the whole id first', async () => {
    await domain.begin();
    const long = await named('1001', null, null, 'Zoe_@shop.example');
    const short = await named('100', null, null);
    expect(await idsOf('zoe_@SHOP')).toEqual([long]);
    expect(await idsOf('10')).toEqual([short, long]);
    expect(await idsOf('1001')).toEqual([long]);
    expect(await idsOf('gid://shop/Customer/100')).toEqual([short, long]);
    expect((await search('100')).found[0]).toEqual({ id: short, by: 'id', order: null });
  });

  it('finds the buyer by an order, unless orders are not asked for', async () => {
    const program = await domain.begin();
    const buyer = await named('c-1', null, null);
    const order = orderInput(program, { customer_id: 'c-1', merchant_id: 'A-5012', number: '#7001' });
    await recordOrder(domain.deps, order);
    for (const asked of ['A-50', '#7001', '70']) {
      expect((await search(asked)).found).toEqual([{ id: buyer, by: 'order', order: '#7001' }]);
      expect(await idsOf(asked, { orders: false })).toEqual([]);
    }
  });

  it('finds the owner of a code that is whole, and nobody by its beginning', async () => {
    const cost = { kind: 'fixed', points: 60 } as const;
    await domain.begin({
      rewards: [
        { key: 'off', definition: voucherDefinition({ cost }) },
        { key: 'card', definition: rewardDefinition({ cost }) },
      ],
    });
    const owner = await named('1001', null, null);
    await domain.claim('off');
    const { full_code: card } = await domain.claim('card');
    const code = (await domain.claims())[0]!.code!;
    for (const asked of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`, card!]) {
      expect((await search(asked)).found).toEqual([{ id: owner, by: 'code', order: null }]);
    }
    expect(await idsOf(code.slice(0, -1))).toEqual([]);
    expect(await idsOf(code, { codes: false })).toEqual([]);
  });

  it('finds no erased customer, no customer of another program, and the survivor in the place of a merged one', async () => {
    const program = await domain.begin();
    const gone = await named('gone-1', 'Gone', 'Girl', 'gone@shop.example');
    await recordOrder(domain.deps, orderInput(program, { customer_id: 'gone-1', merchant_id: 'gone-order' }));
    await named('gone-into', null, null);
    const survivor = await named('stays', 'Stays', null);
    await erase(domain, 'gone-1');
    await merge(domain, 'gone-into', 'stays');
    expect(await idsOf('gone')).toEqual([survivor]);
    expect(await idsOf(`erased-${gone}`)).toEqual([]);
    await domain.begin();
    expect(await idsOf('stays')).toEqual([]);
  });

  it('keeps to a tier and a state, and tells that there are more', async () => {
    const tiers = [
      { key: 'base', definition: tierDefinition() },
      { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1_000_000 }) },
    ];
    const program = await domain.begin({ tiers });
    const [a, b, c] = [
      await named('x-1', 'Xa', null),
      await named('x-2', 'Xb', null),
      await named('x-3', 'Xc', null),
    ];
    await recordOrder(
      domain.deps,
      orderInput(program, { customer_id: null, customer_email: 'x-4@shop.example', number: null }),
    );
    await domain.block(b!);
    expect(await idsOf('x', { state: 'member' })).toEqual([a, c]);
    expect(await idsOf('x', { state: 'blocked' })).toEqual([b]);
    expect(await idsOf('x', { state: 'guest' })).toHaveLength(1);
    expect(await idsOf('x', { tier_id: entryOf(program.tiers, 'gold').id })).toEqual([]);
    const few = await search('x', { limit: 2 });
    expect([few.found.length, few.more]).toEqual([2, true]);
    expect((await search('x')).more).toBe(false);
  });
});

it('a search that looked at five hundred others first says that there may be more', async () => {
  const tiers = [{ key: 'base', definition: tierDefinition() }];
  const { id, sites } = await domain.begin({ tiers });
  await domain.database.asOwner(`
    insert into customers (program_id, site_id, merchant_id, merchant_key, referral_id, enrolled_at, blocked_at,
        last_entry_at, created_at, updated_at)
      select ${id}, ${sites[0]!.id}, 'm' || n, 'm' || n, 'r' || n, now(), case when n = 999 then now() end, now(), now(), now()
      from generate_series(100, 999) n`);
  expect(await search('m', { state: 'blocked' })).toEqual({ found: [], more: true });
  expect(await search('m99', { state: 'blocked' })).toMatchObject({ found: [{ by: 'id' }], more: false });
});

describe('among 20,000 customers', () => {
  const READ_MOST = 200;

  beforeAll(async () => {
    const { id, sites } = await domain.begin();
    await domain.database.asOwner(`
      insert into customers (program_id, site_id, merchant_id, merchant_key, email, first_name, last_name, referral_id,
          enrolled_at, blocked_at, last_entry_at, created_at, updated_at)
        select ${id}, ${sites.at(-1)!.id}, 'm' || n, 'm' || n, 'person-' || n || '@shop.example', 'First' || n, 'Last' || n,
          'r' || n, case when n % 1000 > 0 then now() end, case when n % 5000 = 1 then now() end, now(), now(), now()
        from generate_series(1, 20000) n`);
    await domain.database.asOwner(`
      insert into orders (program_id, merchant_id, merchant_key, number, customer_id, total_minor, shipping_minor, paid_minor,
          spend_minor, payment_status, line_items, discount_codes, date, created_at, updated_at)
        select ${id}, 'o' || id, 'o' || id, '#' || id, id, 0, 0, 0, 0, 'not_paid', '[]', '[]', now(), now(), now()
        from customers where program_id = ${id}`);
    await domain.database.asOwner('analyze customers, orders');
  });

  it.each(['person-1234', 'first77', 'last1500', 'm1999', 'o1000', '#123', 'nobody'])(
    'a search for %s reads no table from end to end',
    async (asked) => {
      const { deps, program } = domain;
      const scans = await scansOf(domain.database, (db) =>
        searchCustomers({ ...deps, db }, program.id, { ...ANY, asked }),
      );
      expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
      expect(Math.max(...scans.map(({ rows }) => rows))).toBeLessThan(READ_MOST);
    },
  );

  it.each([{ state: 'blocked' }, { state: 'guest' }] as const)(
    'a list of the few in a state reads these alone: %j',
    async ({ state }) => {
      const { deps, program } = domain;
      const scans = await scansOf(domain.database, (db) =>
        listCustomers({ ...deps, db }, program.id, {
          sort: { field: 'id', ascending: false },
          filters: {
            since_id: null,
            email: null,
            email_match: 'prefix',
            enrolled: null,
            choice: { tier_id: null, state },
            created_at_min: null,
            created_at_max: null,
            updated_at_min: null,
            updated_at_max: null,
          },
          from: null,
          limit: 50,
          offset: 0,
        }),
      );
      const read = scans.filter(({ table }) => table === 'customers');
      expect(Math.max(...read.map(({ rows }) => rows))).toBeLessThan(READ_MOST);
    },
  );
});
