import type { Program } from '../../src/domain/programs/configuration.ts';
import { customerStatementFor } from '../../src/domain/storefront/statement.ts';
import { type Bench, type Check, countAll } from './bench.ts';
import { COMPLETED_RULE, REDEEMED_REWARD, REDEEMED_VARIANT } from './bench-program.ts';
import { merchantIds } from './load.ts';
import { type BenchScript, inTurn, pgbenchScript, runPgbench } from './pgbench.ts';
import { asOwner } from './prepare-changes.ts';
import { COMPLETION_STATEMENT, ORDER_STATEMENT, REDEMPTION_STATEMENT } from './reference-statements.ts';
import { rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { startServer } from './server-process.ts';
import { claimScript, completionScript, MEASURED_ORDER, orderScript } from './write-scripts.ts';
import { runWrk, type WrkRequest } from './wrk.ts';

export const CONNECTIONS = 16;
const AIMS = { answered: 0.9, order: 0.5 };
export const WARM_UP_SECONDS = 3;

/** An operation as a storefront or a back end calls it, against pgbench, which writes the same and reads the customer where that is answered. */
export const writeHttpChecks: Check[] = [
  {
    name: 'completion-http',
    about: 'completing a rule over HTTP, the whole customer in the answer',
    smoke: true,
    run: (bench) =>
      measure(
        bench,
        'completion, whole customer answered',
        completionScript(bench, COMPLETION_STATEMENT, 'shoppers'),
        completion(bench.program),
      ),
  },
  {
    name: 'redemption-http',
    about: 'redeeming a product reward over HTTP, the whole customer in the answer',
    smoke: true,
    run: (bench) =>
      measure(
        bench,
        'redemption, whole customer answered',
        claimScript(bench, REDEMPTION_STATEMENT, 'shoppers'),
        redemption(bench.program),
      ),
  },
  {
    name: 'order-http',
    about: 'recording a paid order over HTTP, which earns by a purchase rule',
    smoke: true,
    run: (bench) =>
      compareWithPgbench(bench, 'order recorded', orderScript(bench, ORDER_STATEMENT), order(), AIMS.order),
  },
];

/** A storefront completes the measured rule for a customer by chance. */
export function completion({ sites, rules }: Program): Operation {
  return {
    path: `/headless/2025-06/${sites[0]!.id}/rules/social_follow/complete`,
    body: { rule_id: rules.find(({ key }) => key === COMPLETED_RULE)!.id, customer_merchant_id: '%d' },
  };
}

/** Likewise for the redemption of a product. */
export function redemption({ sites, rewards }: Program): Operation {
  return {
    path: `/headless/2025-06/${sites[0]!.id}/rewards/product_cart/redeem`,
    body: {
      reward_id: rewards.find(({ key }) => key === REDEEMED_REWARD)!.id,
      customer_merchant_id: '%d',
      variant_id: REDEEMED_VARIANT,
      cart_id: 'cart-of-the-bench',
    },
  };
}

/** A back end records a paid order of a customer by chance. */
export function order(): Operation {
  const decimal = (minor: number) => (minor / 100).toFixed(2);
  const { total_minor, shipping_minor, line_items } = MEASURED_ORDER;
  const body = {
    customer_id: '%d',
    customer_email: null,
    merchant_id: '%u',
    total: decimal(total_minor),
    total_shipping: decimal(shipping_minor),
    total_paid: decimal(total_minor),
    payment_status: 'paid',
    discount_codes: [],
    line_items: line_items.map(({ price_minor, ...line }) => ({ ...line, price: decimal(price_minor) })),
  };
  return { path: '/v2/orders', body };
}

export interface Operation extends Pick<WrkRequest, 'method' | 'growing'> {
  path: string;
  body: object;
}

/** A storefront's operation, which answers with the whole customer. */
function measure(bench: Bench, name: string, write: BenchScript, operation: Operation): Promise<void> {
  return compareWithPgbench(
    bench,
    name,
    inTurn(write, readScript(bench.program.id)),
    operation,
    AIMS.answered,
  );
}

export async function compareWithPgbench(
  bench: Bench,
  name: string,
  script: BenchScript | (() => BenchScript),
  operation: Operation | (() => Operation & Pick<WrkRequest, 'sequence'>),
  aim: number | null,
): Promise<void> {
  const { rounds, seconds } = bench.options;
  const { database, groups } = bench;
  await countAll(database);
  const server = await startServer(database);
  try {
    const request = (): WrkRequest => {
      const { path, ...rest } = typeof operation === 'function' ? operation() : operation;
      return { url: server.url + path, key: bench.key, numbers: merchantIds(groups.shoppers), ...rest };
    };
    const ours = (length: number) => runWrk(request(), { connections: CONNECTIONS, seconds: length });
    const limit = (length: number) =>
      runPgbench(database.serverUrl, typeof script === 'function' ? script() : script, {
        connections: CONNECTIONS,
        seconds: length,
      });
    await limit(Math.min(WARM_UP_SECONDS, seconds));
    await ours(WARM_UP_SECONDS);
    // As autovacuum does within a minute: statements that were planned for empty tables are planned anew.
    await asOwner(database.ownerUrl, 'analyze');
    const figures = await compare(
      rounds,
      () => ours(seconds),
      () => limit(seconds),
    );
    bench.report(rateFinding(`${name}, ${CONNECTIONS} connections`, figures, aim));
  } finally {
    await server.stop();
  }
}

/** The server's own read, of the one customer that the write before it wrote. */
export function readScript(programId: number): BenchScript {
  const { text } = customerStatementFor('spend');
  const asked = /json_to_recordset\(\$2::json\) as q \((.*)\)/;
  const given: Record<string, string> = { ord: '0', customer_id: '$2', facts_since: '$3' };
  const one = text
    .match(asked)?.[1]
    ?.split(', ')
    .map((column) => {
      const [name = '', type = ''] = column.split(' ');
      return `${given[name] ?? 'null'}::${type} as ${name}`;
    });
  if (!one) throw new Error("the customer's read is asked differently; the bench must follow");
  const statement = text.replace(asked, () => `(select ${one.join(', ')}) as q`);
  const yearAgo = new Date(Date.now() - 373 * 86_400_000).toISOString();
  return pgbenchScript(statement, [programId, { variable: 'w2' }, yearAgo], 'r');
}
