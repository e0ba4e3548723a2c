import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import { adjust } from './lots.ts';
import { erase, merge } from './merging.ts';
import { orderInput, orderLine, orderUpdate } from './orders.ts';
import { outcomeOf } from './outcomes.ts';
import { shopTerms } from './shop-terms.ts';
import { Step } from './step.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

const DAY = 86_400_000;

/** A shop of which nobody knows before what happens in it. */
export interface Shop {
  domain: TestDomain;
  /** The merchant_ids of its orders. */
  orders: string[];
  /** The codes of its gift cards. */
  cards: string[];
  /** Several deeds happen at once. */
  racing: boolean;
}

type Deed = Step<Shop>;

const PEOPLE = ['ann', 'ben', 'cleo'] as const;
const person = fc.constantFrom(...PEOPLE);
const email = fc.constantFrom('one@x.example', 'two@x.example');
const back = fc.nat(5);

/** The one so many before the last; undefined: there is none. */
const latest = <T>(list: readonly T[], before: number): T | undefined =>
  list[list.length - 1 - (before % Math.max(1, list.length))];

/** A deed may be refused. */
function deed<T>(kind: string, details: fc.Arbitrary<T>, act: (shop: Shop, details: T) => Promise<unknown>) {
  return details.map(
    (given) => new Step<Shop>(`${kind} ${JSON.stringify(given)}`, (shop) => outcomeOf(act(shop, given))),
  );
}

const COUNTED = [
  'transactions',
  'order_states',
  'activities',
  'claimed_rewards',
  'audit_entries',
  'adjustments',
  'gift_card_uses',
];

async function countRows({ domain }: Shop): Promise<unknown> {
  const counts = COUNTED.map(
    (table) => sql`(select count(*) from ${sql.table(table)} where program_id = ${domain.program.id})`,
  );
  return (await sql`select array[${sql.join(counts)}] as counts`.execute(domain.deps.db)).rows;
}

/**
 * Does it twice. The second time it must write nothing. What is due is done before: a repetition does what has become due
 * for whoever it concerns.
 */
async function twice(shop: Shop, act: () => Promise<unknown>): Promise<void> {
  await act();
  if (!shop.racing) await sweepOnce(shop.domain.deps);
  const before = shop.racing ? undefined : await countRows(shop);
  await act();
  if (before) expect(await countRows(shop)).toEqual(before);
}

/** The id of a person, or of whom it turned out to be. Throws not_found for one who is erased. */
async function idOf({ domain }: Shop, merchant_id: string): Promise<number> {
  return (await getCustomer(domain.deps.db, domain.program.id, merchant_id)).id;
}

const newOrder = ({ orders }: Shop) => {
  orders.push(`o${orders.length}`);
  return orders.at(-1)!;
};

const order = fc.record({
  by: fc.option(person),
  email: fc.option(email),
  total: fc.constantFrom(0, 50, 1999, 2000, 5000, 12_345, 30_000),
  currency: fc.constantFrom(undefined, undefined, 'JPY', 'EUR', 'KWD'),
  lines: fc.nat(2),
  paid: fc.boolean(),
  refunded: fc.constantFrom(0, 0, 0, 500),
  cancelled: fc.constantFrom(false, false, false, true),
  days: fc.constantFrom(0, 0, 2, 10, 50),
  claim: fc.option(back),
});

const ordering = deed('orders', order, async (shop, given) => {
  const { deps, program, clock } = shop.domain;
  const claim = given.claim === null ? undefined : latest(await shop.domain.claims(), given.claim);
  const attributes = claim?.redemption_id
    ? [{ key: '_loyalty_redemption_id', value: claim.redemption_id }]
    : [];
  const line = orderLine({
    price_minor: 700,
    attributes,
    ...(claim?.variant_id && { variant_id: claim.variant_id }),
  });
  const input = orderInput(program, {
    merchant_id: newOrder(shop),
    customer_id: given.by ?? (given.email === null ? 'ann' : null),
    customer_email: given.email,
    total_minor: given.total,
    ...(given.currency && { currency: given.currency }),
    line_items: Array(given.lines).fill(line),
    payment_status: given.paid ? 'paid' : 'not_paid',
    ...(given.paid && { refunded_minor: given.refunded }),
    cancelled: given.cancelled,
    date: clock.real() - given.days * DAY,
    claimed_reward_ids: claim && !claim.redemption_id && !claim.code ? [claim.id] : [],
    discount_codes: claim?.code ? [{ code: claim.code, amount_minor: 500 }] : [],
    force: true,
  });
  await twice(shop, () => recordOrder(deps, input));
});

const state = fc.record({
  which: back,
  refunded: fc.constantFrom(0, 1, 99, 500, 1999, 2000, 7000),
  payment: fc.constantFrom('paid', 'paid', 'not_paid', 'partially_paid'),
  cancelled: fc.constantFrom(false, false, false, true),
  /** null: it only advances. */
  total: fc.constantFrom(null, 0, 1000, 9000),
  lines: fc.option(fc.nat(2)),
});

const telling = deed('tells of an order', state, async (shop, given) => {
  const merchant_id = latest(shop.orders, given.which);
  if (!merchant_id) return;
  const { deps, program } = shop.domain;
  const told = {
    payment_status: given.payment,
    paid_minor: given.payment === 'not_paid' ? 0 : 2000,
    refunded_minor: given.refunded,
    cancelled: given.cancelled,
  };
  const line_items = Array(given.lines ?? 0).fill(orderLine({ price_minor: 900 }));
  const correct = { total_minor: given.total ?? 0, ...(given.lines !== null && { line_items }) };
  const update = {
    ...orderUpdate(program, told, merchant_id),
    force: true,
    ...(given.total !== null && { correct }),
  };
  await twice(shop, () => updateOrder(deps, update));
});

const claiming = deed(
  'claims',
  fc.tuple(person, fc.constantFrom('mug', 'card', 'voucher', 'entry', 'thing')),
  async ({ domain, cards }, [customer, key]) => {
    const asked = key === 'mug' ? { variant_id: '901', cart_id: 'c' } : {};
    const { full_code } = await domain.claim(key, asked, { customer });
    if (key === 'card') cards.push(full_code!);
  },
);

const using = deed(
  'uses a code',
  fc.tuple(fc.boolean(), back, fc.option(back), fc.constantFrom(1, 300, 1000)),
  async ({ domain, cards, orders, racing }, [isCard, which, whose, minor]) => {
    const codes = (await domain.claims()).flatMap(({ code }) => code ?? []);
    const code = latest(isCard ? cards : codes, which);
    const known = (await domain.rows('orders')).map(({ merchant_id }) => merchant_id);
    const next = racing ? 'unknown' : `o${orders.length}`;
    const order_merchant_id = (whose === null ? undefined : latest(known, whose)) ?? next;
    const amount = { minor, currency: 'USD' };
    if (code) await useVoucher(domain.deps, { program: domain.program, code, order_merchant_id, amount });
  },
);

const returning = deed('gives back', back, async ({ domain }, which) => {
  const claim = latest(await domain.claims(), which);
  if (claim) await refundReward(domain.deps, { program: domain.program, claimed_reward_id: claim.id });
});

const visiting = deed(
  'visits',
  fc.tuple(person, fc.nat(3), fc.constantFrom(0, 3, 8)),
  (shop, [who, visit, days]) => {
    const { deps, program, clock } = shop.domain;
    const visited = {
      program,
      name: 'visit',
      customer_id: who,
      customer_email: null,
      referral_id: null,
    } as const;
    const date = clock.real() - days * DAY;
    return twice(shop, () =>
      recordActivity(deps, { ...visited, merchant_id: `visit-${visit}`, channel: 'web', date }),
    );
  },
);

const resolving = deed(
  'resolves',
  fc.tuple(back, fc.constantFrom('approved', 'declined', 'void')),
  async (shop, [which, wanted]) => {
    const { deps, program } = shop.domain;
    const activity = latest(await shop.domain.rows('activities'), which);
    if (!activity) return;
    const merchant_id = activity.merchant_id ?? String(activity.id);
    const report = { program, name: activity.name, merchant_id, state: wanted, by: TESTER };
    await twice(shop, () =>
      resolveActivityReport(deps, report as Parameters<typeof resolveActivityReport>[1]),
    );
  },
);

const bringing = deed(
  'brings a friend',
  fc.tuple(person, fc.nat(1), email, fc.boolean()),
  async (shop, given) => {
    const [who, number, mail, paid] = given;
    const { domain } = shop;
    const { deps, program } = domain;
    const { referral_id } = await domain.row(await idOf(shop, who));
    const friend = { merchant_id: `friend-${number}`, referral_id, email: mail };
    const terms = { site: program.sites[0]!, on_email_conflict: 'keep_without' } as const;
    await ensureCustomer(deps, { program, ...terms, ...friend });
    const payment_status = paid ? 'paid' : 'not_paid';
    const bought = { customer_id: friend.merchant_id, total_minor: 5000, payment_status } as const;
    const input = orderInput(program, { ...bought, merchant_id: newOrder(shop) });
    await twice(shop, () => recordOrder(deps, input));
  },
);

const changing = deed(
  'changes',
  fc.tuple(
    person,
    fc.oneof(
      fc.record({ blocked: fc.boolean() }),
      fc.record({ email }),
      fc.record({
        birthday: fc.constantFrom({ day: 29, month: 2, year: 1992 }, { day: 20, month: 1, year: 1990 }),
      }),
    ),
  ),
  async (shop, [who, changes]) => {
    const { deps, program } = shop.domain;
    await updateCustomer(deps, { program, customer_id: await idOf(shop, who), changes, by: TESTER });
  },
);

const adjusting = deed(
  'adjusts',
  fc.tuple(person, fc.constantFrom(-50, 40, 150)),
  async (shop, [who, points]) => adjust(shop.domain, await idOf(shop, who), points),
);
const completing = deed('completes', person, ({ domain }, customer) => domain.complete('now', { customer }));
const enrolling = deed('enrols', person, async (shop, who) =>
  enrolCustomer(shop.domain.deps, { program: shop.domain.program, customer_id: await idOf(shop, who) }),
);
const merging = deed('turns out to be', fc.tuple(person, person), ({ domain }, [who, into]) =>
  merge(domain, who, into),
);
const erasing = deed('is erased', fc.constant('cleo'), ({ domain }, who) => erase(domain, who));
const waiting = deed(
  'days pass',
  fc.tuple(fc.constantFrom(1, 3, 6, 20, 45), fc.boolean()),
  async (shop, given) => {
    const [days, swept] = given;
    shop.domain.clock.advance(days * DAY);
    if (swept) await sweepOnce(shop.domain.deps);
  },
);
const sweeping = deed('is swept', fc.constant(null), ({ domain }) => sweepOnce(domain.deps));
const publishing = deed('publishes', shopTerms, ({ domain }, terms) => domain.change(terms));

const RACED = [
  ordering,
  telling,
  claiming,
  using,
  returning,
  merging,
  erasing,
  bringing,
  completing,
  enrolling,
  resolving,
  adjusting,
  visiting,
  changing,
  sweeping,
];
/** The others go on under the former program where one of them publishes another. */
const racing: fc.Arbitrary<Deed> = fc
  .tuple(fc.oneof(...RACED), fc.oneof(...RACED), fc.oneof(...RACED, publishing))
  .map(
    (all) =>
      new Step<Shop>(`at once: ${all.map(({ name }) => name).join(' | ')}`, async (shop) => {
        await Promise.all(all.map((one) => one.act({ ...shop, racing: true })));
      }),
  );

const often = [
  ordering,
  telling,
  ordering,
  telling,
  racing,
  racing,
  bringing,
  claiming,
  claiming,
  using,
  waiting,
];
const seldom = [
  returning,
  visiting,
  resolving,
  changing,
  adjusting,
  completing,
  enrolling,
  merging,
  erasing,
  publishing,
];

/** What happens in a shop, by chance. */
export const deeds = fc.array(fc.oneof(...often, ...often, ...seldom), {
  minLength: 10,
  maxLength: 30,
  size: 'max',
});

/** Opens a shop with three people; two of them are members with 150 points. */
export async function openShop(domain: TestDomain, terms: Parameters<TestDomain['begin']>[0]): Promise<Shop> {
  await domain.begin(terms);
  const shop: Shop = { domain, orders: [], cards: [], racing: false };
  for (const merchant_id of PEOPLE) await domain.customer({ merchant_id });
  for (const member of PEOPLE.slice(0, 2)) {
    const customer_id = await idOf(shop, member);
    await enrolCustomer(domain.deps, { program: domain.program, customer_id });
    await adjust(domain, customer_id, 150);
  }
  return shop;
}
