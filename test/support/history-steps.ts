import fc from 'fast-check';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { importLines, revert } from './imports.ts';
import { DAY } from './ledger-model.ts';
import { adjust, resolve } from './lots.ts';
import { erase, merge } from './merging.ts';
import { orderInput, orderUpdate } from './orders.ts';
import { outcomeOf } from './outcomes.ts';
import { Step } from './step.ts';
import type { TestDomain } from './test-domain.ts';

/** A program's customers, and what they did so far. */
export interface History {
  domain: TestDomain;
  name: string;
  orders: { merchant_id: string; total: number }[];
  imports: number[];
}

const PEOPLE = 4;
const person = fc.nat(PEOPLE - 1);
const nameOf = ({ name }: History, who: number) => `${name}-${who}`;

/** An act that the domain may refuse, as it refuses a claim without points. */
function step(name: string, act: (history: History) => Promise<unknown>): Step<History> {
  return new Step(name, (history) => outcomeOf(act(history)));
}

async function idOf({ domain }: History, merchant_id: string): Promise<number | undefined> {
  const row = await domain.deps.db
    .selectFrom('customers')
    .select((eb) => eb.fn.coalesce('merged_into', 'id').as('id'))
    .where('program_id', '=', domain.program.id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row?.id;
}

function latest<T>(list: readonly T[], place: number): T | undefined {
  return list[list.length - 1 - (place % Math.max(1, list.length))];
}

const completing = fc
  .tuple(person, fc.constantFrom('now', 'later'))
  .map(([who, key]) =>
    step(`${who} completes ${key}`, (history) =>
      history.domain.complete(key, { customer: nameOf(history, who) }),
    ),
  );

const claiming = fc.tuple(person, fc.constantFrom('mug', 'card')).map(([who, key]) =>
  step(`${who} claims ${key}`, (history) =>
    history.domain.claim(key, key === 'mug' ? { variant_id: '902' } : {}, {
      customer: nameOf(history, who),
    }),
  ),
);

const adjusting = fc.tuple(person, fc.integer({ min: -60, max: 90 })).map(([who, points]) =>
  step(`${who} is adjusted by ${points}`, async (history) => {
    const id = await idOf(history, nameOf(history, who));
    if (id !== undefined && points !== 0) await adjust(history.domain, id, points);
  }),
);

const ordering = fc
  .record({
    who: person,
    units: fc.integer({ min: 1, max: 250 }),
    days_ago: fc.constantFrom(0, 0, 3, 40),
    paid: fc.constantFrom(true, true, false),
    uses: fc.boolean(),
  })
  .map(({ who, units, days_ago, paid, uses }) =>
    step(
      `${who} orders for ${units}, dated ${days_ago} days ago${paid ? '' : ', unpaid'}`,
      async (history) => {
        const { domain, orders, name } = history;
        const used = uses
          ? (await domain.claims()).findLast(({ usage_status }) => usage_status === 'not_used')
          : null;
        const order = { merchant_id: `${name}-order-${orders.length}`, total: units * 100 };
        const date = domain.clock.real() - days_ago * DAY;
        const told = {
          customer_id: nameOf(history, who),
          merchant_id: order.merchant_id,
          total_minor: order.total,
          date,
          payment_status: paid ? 'paid' : 'not_paid',
          claimed_reward_ids: used ? [used.id] : [],
        } as const;
        await recordOrder(domain.deps, orderInput(domain.program, told));
        orders.push(order);
      },
    ),
  );

const updating = fc
  .record({
    place: fc.nat(5),
    percent: fc.constantFrom(0, 10, 50, 100),
    cancelled: fc.constantFrom(false, false, false, true),
    correct: fc.boolean(),
    units: fc.option(fc.integer({ min: 1, max: 250 })),
  })
  .map(({ place, percent, cancelled, correct, units }) =>
    step(
      `an order is ${correct ? `corrected to ${units} units` : 'told'}: ${percent}% refunded${cancelled ? ', cancelled' : ''}`,
      async ({ domain, orders }) => {
        const order = latest(orders, place);
        if (!order) return;
        if (correct && units !== null) order.total = units * 100;
        const refunded_minor = Math.floor((order.total * percent) / 100);
        const state = { paid_minor: order.total, refunded_minor, cancelled };
        const update = orderUpdate(domain.program, state, order.merchant_id);
        const edits = { total_minor: order.total };
        await updateOrder(domain.deps, correct ? { ...update, correct: edits } : update);
      },
    ),
  );

const resolving = fc
  .tuple(fc.nat(9), fc.constantFrom('approved', 'declined', 'void'))
  .map(([place, wanted]) =>
    step(`an activity becomes ${wanted}`, async ({ domain }) => {
      const activity = latest(await domain.rows('activities'), place);
      if (activity) await resolve(domain, activity.customer_id, activity.id, wanted);
    }),
  );

const returning = fc.nat(5).map((place) =>
  step('a claim is given back', async ({ domain }) => {
    const claim = latest(await domain.claims(), place);
    if (claim) await refundReward(domain.deps, { program: domain.program, claimed_reward_id: claim.id });
  }),
);

const merging = fc
  .tuple(person, person)
  .map(([who, into]) =>
    step(`${who} turns out to be ${into}`, (history) =>
      merge(history.domain, nameOf(history, who), nameOf(history, into)),
    ),
  );

const erasing = person.map((who) =>
  step(`${who} is erased`, (history) => erase(history.domain, nameOf(history, who))),
);

const importing = fc
  .record({
    who: fc.nat(PEOPLE),
    points: fc.integer({ min: 0, max: 200 }),
    pending: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ who, points, pending }) =>
    step(`an import brings ${points} points and ${pending} pending to ${who}`, async (history) => {
      const { domain, imports } = history;
      const soon = new Date(domain.clock.real() + 20 * DAY).toISOString().slice(0, 10);
      const line = `${nameOf(history, who)},${points},${pending}@${soon}`;
      const { import_id } = await importLines(domain, ['merchant_id,points,pending', line]);
      if (import_id !== null) imports.push(import_id);
    }),
  );

const reverting = fc.nat(3).map((place) =>
  step('an import is reverted', async ({ domain, imports }) => {
    const id = latest(imports, place);
    if (id !== undefined) await revert(domain, id);
  }),
);

const passing = fc.constantFrom(1 / 24, 1, 5, 25, 70, 150).map((days) =>
  step(`${days} days pass`, async ({ domain }) => {
    domain.turnTo(domain.clock.real() + Math.round(days * DAY));
    await sweepOnce(domain.deps);
  }),
);

const counting = fc.constant(step('figures are counted', ({ domain }) => countFigures(domain.deps)));

/** Everything that moves points, in any order; the figures of reports are counted anywhere in between. */
export function historySteps(most: number): fc.Arbitrary<Step<History>[]> {
  const step = fc.oneof(
    completing,
    completing,
    claiming,
    claiming,
    adjusting,
    ordering,
    ordering,
    updating,
    updating,
    resolving,
    returning,
    merging,
    { arbitrary: erasing, weight: 1 },
    importing,
    reverting,
    passing,
    passing,
    counting,
  );
  return fc.array(step, { minLength: 5, maxLength: most, size: 'max' });
}
