import fc from 'fast-check';
import { expect } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { expectAlike, recorded, type Subject } from './expect-model.ts';
import { DAY, type LedgerModel, type ModelOrder, type REWARDS, type RULES } from './ledger-model.ts';
import { adjust, resolve } from './lots.ts';
import { orderInput, orderUpdate } from './orders.ts';
import { outcomeOf } from './outcomes.ts';
import type { TestDomain } from './test-domain.ts';

const HOUR = 3_600_000;

/** An event of a customer: its outcome in the model, and its act in the domain. */
export interface Happening {
  name: string;
  expected: (model: LedgerModel) => string;
  act: (domain: TestDomain, subject: Subject, model: LedgerModel) => Promise<unknown>;
}

/** Runs an event in the model and in the domain. Both must give the same outcome and the same state. */
class Command implements fc.AsyncCommand<LedgerModel, Subject> {
  constructor(
    private readonly domain: TestDomain,
    private readonly happening: Happening,
  ) {}

  check = () => true;
  toString = () => this.happening.name;

  async run(model: LedgerModel, subject: Subject): Promise<void> {
    const outcome = this.happening.expected(model);
    expect(await outcomeOf(this.happening.act(this.domain, subject, model))).toBe(outcome);
    await expectAlike(this.domain, model, subject);
  }
}

const completing = fc.constantFrom<keyof typeof RULES>('now', 'later').map(
  (key): Happening => ({
    name: `complete ${key}`,
    expected: (model) => model.complete(key),
    act: (domain, { merchant_id }) => domain.complete(key, { customer: merchant_id }),
  }),
);

const claiming = fc.constantFrom<keyof typeof REWARDS>('mug', 'card').map(
  (key): Happening => ({
    name: `claim ${key}`,
    expected: (model) => model.claim(key),
    act: (domain, { merchant_id }) =>
      domain.claim(key, key === 'mug' ? { variant_id: '902' } : {}, { customer: merchant_id }),
  }),
);

const adjusting = fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: -80, max: -1 })).map(
  (points): Happening => ({
    name: `adjust by ${points}`,
    expected: (model) => model.adjust(points),
    act: (domain, { id }) => adjust(domain, id, points),
  }),
);

const resolving = fc
  .record({ place: fc.nat(9), wanted: fc.constantFrom('approved', 'declined', 'void', 'void') })
  .map(({ place, wanted }): Happening => {
    let index = -1;
    return {
      name: `${wanted}: the activity ${place} before the last`,
      expected(model) {
        index = model.activities.length - 1 - (place % Math.max(1, model.activities.length));
        const activity = model.activities[index];
        return activity ? model.resolve(activity, wanted) : 'done';
      },
      async act(domain, { id }) {
        const activity = (await recorded(domain, id)).activities[index];
        if (activity) await resolve(domain, id, activity.id, wanted);
      },
    };
  });

/** For all customers of all sequences. */
let orders = 0;

const ordering = fc
  .record({
    units: fc.integer({ min: 1, max: 250 }),
    days_ago: fc.oneof(fc.constant(0), fc.nat(60)),
    paid: fc.constantFrom(true, true, true, false),
    uses: fc.constantFrom(false, false, true),
  })
  .map(({ units, days_ago, paid, uses }): Happening => {
    const total_minor = units * 100;
    let used = -1;
    const dateOf = (model: LedgerModel) => model.now - days_ago * DAY;
    return {
      name: `order ${units} units of ${days_ago} days ago${paid ? '' : ', unpaid'}${uses ? ' with a reward' : ''}`,
      expected(model) {
        orders += 1;
        const isFree = (claim: LedgerModel['claims'][number]) =>
          claim.state === 'approved' && claim.used_on === null;
        used = uses ? model.claims.findLastIndex(isFree) : -1;
        return model.order(`order-${orders}`, total_minor, dateOf(model), paid, model.claims[used] ?? null);
      },
      async act(domain, subject, model) {
        const claim = (await domain.claims()).filter(({ customer_id }) => customer_id === subject.id)[used];
        const order = {
          claimed_reward_ids: claim ? [claim.id] : [],
          customer_id: subject.merchant_id,
          merchant_id: `order-${orders}`,
          total_minor,
          date: dateOf(model),
          payment_status: paid ? 'paid' : 'not_paid',
        } as const;
        return recordOrder(domain.deps, orderInput(domain.program, order));
      },
    };
  });

/** One of the existing orders or claims, by its place from the last. */
function before<T>(list: readonly T[], place: number): T | undefined {
  return list[list.length - 1 - (place % Math.max(1, list.length))];
}

/** Pays an order, or refunds a part or all of it. */
const updating = fc
  .record({ place: fc.nat(5), percent: fc.constantFrom(0, 0, 10, 34, 50, 75, 100) })
  .map(({ place, percent }): Happening => {
    let order: ModelOrder | undefined;
    let refunded_minor = 0;
    return {
      name: percent === 0 ? `pay the order ${place} before the last` : `refund ${percent}% of it`,
      expected(model) {
        order = before(model.orders, place);
        if (!order || (percent > 0 && !order.paid)) {
          order = undefined;
          return 'done';
        }
        refunded_minor = Math.floor((order.total * percent) / 10_000) * 100;
        return percent === 0 ? model.pay(order) : model.refund(order, refunded_minor);
      },
      async act(domain) {
        if (!order) return;
        const told = { paid_minor: order.total, refunded_minor };
        await updateOrder(domain.deps, orderUpdate(domain.program, told, order.merchant_id));
      },
    };
  });

const returning = fc.nat(5).map((place): Happening => {
  let index = -1;
  return {
    name: `refund the claim ${place} before the last`,
    expected(model) {
      const claim = before(model.claims, place);
      index = claim ? model.claims.indexOf(claim) : -1;
      return claim ? model.refundClaim(claim) : 'done';
    },
    async act(domain, { id }) {
      const claim = (await domain.claims()).filter(({ customer_id }) => customer_id === id)[index];
      if (!claim) return;
      await refundReward(domain.deps, { program: domain.program, claimed_reward_id: claim.id });
    },
  };
});

function turning(name: string, swept: boolean, to: (model: LedgerModel) => number): Happening {
  return {
    name: `${name}${swept ? ', swept' : ''}`,
    expected(model) {
      model.turnTo(to(model));
      return 'done';
    },
    async act(domain, { id }, model) {
      domain.turnTo(model.now);
      await (swept ? sweepOnce(domain.deps) : domain.settle(id));
    },
  };
}

const passing = fc
  .record({
    ms: fc.oneof(
      fc.integer({ min: 1, max: 30 }).map((hours) => hours * HOUR),
      fc.integer({ min: 1, max: 20 }).map((days) => days * DAY),
      fc.integer({ min: 1, max: 9 }).map((months) => months * 30 * DAY + 7 * HOUR),
    ),
    swept: fc.boolean(),
  })
  .map(({ ms, swept }) => turning(`${ms / HOUR} hours pass`, swept, (model) => model.now + ms));

/** Waits until the very moment at which something falls due, or until the millisecond before. */
const waiting = fc
  .record({ early: fc.constantFrom(0, 0, 1), swept: fc.boolean() })
  .map(({ early, swept }) =>
    turning(`until ${early} ms before what is due next`, swept, (model) =>
      Math.max(model.now, model.nextDue()!.at - early),
    ),
  );

/** The possible events of one customer. */
export const OF_ONE = [
  completing,
  completing,
  claiming,
  claiming,
  adjusting,
  resolving,
  ordering,
  updating,
  returning,
];

/** Sequences of a customer's events. */
export function ledgerCommands(domain: TestDomain, most: number) {
  return fc.commands(
    [...OF_ONE, passing, waiting, waiting].map((happening) =>
      happening.map((chosen) => new Command(domain, chosen)),
    ),
    { maxCommands: most, size: 'max' },
  );
}
