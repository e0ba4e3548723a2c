import type { Bench, Check } from './bench.ts';
import { type BenchScript, inTurn, pgbenchScript } from './pgbench.ts';
import { prepareOrders, prepareVouchers } from './prepare-changes.ts';
import {
  ACTIVITY_STATEMENT,
  CART_STATEMENT,
  PAYMENT_STATEMENT,
  REFUND_STATEMENT,
  VOUCHER_STATEMENT,
} from './reference-changes.ts';
import { CONNECTIONS, compareWithPgbench, readScript, WARM_UP_SECONDS } from './write-http.ts';

const AIM = 0.4;
/** More than either side changes in a second. */
const PER_SECOND = 10_000;
const CUSTOM_RULE = 'workshop';

/** Changes that back ends and storefronts send over HTTP, against pgbench, which writes the same. */
export const changeHttpChecks: Check[] = [
  {
    name: 'payment-http',
    about: 'the payment of an order over HTTP, which approves its points',
    run: async (bench) => {
      const ours = slices(bench);
      const limit = slices(bench);
      await prepareOrders(bench, 'ours-', ours.count, false);
      await prepareOrders(bench, 'limit-', limit.count, false);
      const body = { total_paid: '25.00', payment_status: 'paid' };
      await compareWithPgbench(
        bench,
        'order paid',
        () => each(bench, PAYMENT_STATEMENT, limit.next(), "'limit-'", JSON.stringify(body)),
        () => ({ method: 'PUT', path: '/v2/orders/ours-%s', body, sequence: ours.next() }),
        AIM,
      );
    },
  },
  {
    name: 'refund-http',
    about: 'partial refunds of orders over HTTP, which take points back',
    run: async (bench) => {
      const { first, last } = bench.groups.shoppers;
      await prepareOrders(bench, 'refunded-', last - first + 1, true);
      await prepareOrders(bench, 'taken-', last - first + 1, true);
      const body = { total_paid: '25.00', payment_status: 'paid', total_refunded: '%m' };
      const growing = { since_ms: Date.now(), minor_per_second: 20 };
      // The orders are named after the numbers of the requests.
      await compareWithPgbench(
        bench,
        'order partly refunded',
        pgbenchScript(
          REFUND_STATEMENT.replace('$2::text', "'taken-' || $2::bigint"),
          [bench.program.id, { expression: `random(0, ${last - first})` }, JSON.stringify(body)],
          'w',
        ),
        { method: 'PUT', path: '/v2/orders/refunded-%d', body, growing },
        AIM,
      );
    },
  },
  {
    name: 'session-http',
    about: 'a session with a changed cart over HTTP, the whole customer in the answer',
    run: (bench) => {
      const { program, groups } = bench;
      const site = program.sites[0]!.id;
      const { first, last } = groups.shoppers;
      const write = pgbenchScript(
        CART_STATEMENT,
        [
          program.id,
          { expression: `random(${first}, ${last})` },
          'cart-of-the-bench',
          { expression: 'random(1, 1000000)' },
        ],
        'w',
      );
      return compareWithPgbench(
        bench,
        'session with a changed cart, whole customer answered',
        inTurn(write, readScript(program.id)),
        {
          path: `/headless/2025-06/${site}/customers/%d/sessions`,
          body: cartBody(),
          growing: { since_ms: Date.now() - 10_000, minor_per_second: 700 },
        },
        AIM,
      );
    },
  },
  {
    name: 'voucher-http',
    about: 'the use of a voucher over HTTP',
    run: async (bench) => {
      const ours = slices(bench);
      const limit = slices(bench);
      await prepareVouchers(bench, 'OURS', ours.count);
      await prepareVouchers(bench, 'LIMIT', limit.count);
      await compareWithPgbench(
        bench,
        'voucher used',
        () => each(bench, VOUCHER_STATEMENT, limit.next(), "'LIMIT'"),
        () => ({
          path: '/v2/vouchers/OURS%s/use',
          body: { order_merchant_id: 'order-of-the-bench' },
          sequence: ours.next(),
        }),
        AIM,
      );
    },
  },
  {
    name: 'activity-http',
    about: 'an activity that a back end reports over HTTP',
    run: (bench) => {
      const { program, groups } = bench;
      const rule = program.rules.find(({ key }) => key === CUSTOM_RULE)!;
      const { result } = rule.variants.get(null)!;
      const { first, last } = groups.shoppers;
      const script = pgbenchScript(
        ACTIVITY_STATEMENT,
        [
          program.id,
          { expression: `random(${first}, ${last})` },
          rule.id,
          result.kind === 'points' ? result.points : 0,
          rule.name,
          { expression: 'random(1, 1000000000000000)' },
        ],
        'w',
      );
      const body = { name: rule.name, customer_id: '%d', customer_email: null, merchant_id: '%u' };
      return compareWithPgbench(bench, 'activity reported', script, { path: '/v2/activities', body }, AIM);
    },
  },
];

/** Things that are changed once: each run gets its own, from `next()` on. */
function slices({ options }: Bench) {
  const slice = PER_SECOND * Math.max(options.seconds, WARM_UP_SECONDS);
  let begun = 0;
  return {
    count: slice * (options.rounds + 1) + 2 * CONNECTIONS,
    next: () => {
      begun += 1;
      return slice * (begun - 1);
    },
  };
}

/** Its statement for one thing after the other, each of which has a name of that prefix and its number. */
function each(
  { program, options }: Bench,
  statement: string,
  first: number,
  prefix: string,
  ...rest: string[]
): BenchScript {
  const share = Math.floor((PER_SECOND * Math.max(options.seconds, WARM_UP_SECONDS)) / CONNECTIONS);
  const script = pgbenchScript(
    statement.replace('$2::text', `${prefix} || $2::bigint`),
    [program.id, { expression: `${first} + :client_id * ${share} + :turn` }, ...rest],
    'w',
  );
  return { text: `\\set turn :turn + 1\n${script.text}`, variables: { ...script.variables, turn: '0' } };
}

function cartBody() {
  const amount = (text: string) => ({ amount: text, currency_code: 'USD' });
  return {
    customer: { email: null },
    cart: {
      kind: 'platform',
      id: 'cart-of-the-bench',
      cost: { total_amount: amount('%m') },
      lines: [
        {
          id: 'line-1',
          quantity: 2,
          cost: { total_amount: amount('10.00'), amount_per_quantity: amount('5.00') },
          merchandise: { id: '555' },
          attributes: [],
        },
      ],
    },
  };
}
