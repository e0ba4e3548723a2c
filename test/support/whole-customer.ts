import { sql } from 'kysely';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { insertIdempotencyRecord } from '../../src/domain/idempotency/store.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { createWebviewSession } from '../../src/domain/operations/create-webview-session.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { cartLine, platformCart, session } from './carts.ts';
import {
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from './factories.ts';
import { AFTER_A_YEAR, adjust } from './lots.ts';
import { orderInput, orderLine } from './orders.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';
import { voucherDefinition } from './vouchers.ts';

const DAY = 24 * 3_600_000;

/** Words that a person typed or is known by, wherever they may be. */
export const PERSONAL = ['Ada', 'Lovelace', 'ada@shop.example', 'secret-ada', 'ada-cart', 'engraved'];
export const ADA = 'secret-ada-1815';
const EMAIL = 'ada@shop.example';

function definition(): Partial<ProgramDefinition> {
  const cost = { kind: 'fixed', points: 10 } as const;
  const perUnit = { kind: 'points', points: 1, per_currency_unit_minor: 100 } as const;
  const byHand = {
    kind: 'custom',
    fulfillment_type: 'store_fulfillment',
    fulfillment_method: 'manual',
    fulfillment_webhook_url: null,
  } as const;
  return {
    settings: programSettings({
      points_expiry: AFTER_A_YEAR,
      tier_membership: { mode: 'lifetime' },
      referrals: {
        incentive_reward_key: 'ten-off',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 9,
      },
    }),
    tiers: [{ key: 'base', definition: tierDefinition() }],
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 }) },
      { key: 'purchase', definition: ruleDefinition({ kind: 'purchase', properties: {}, result: perUnit }) },
    ],
    rewards: [
      { key: 'ten-off', definition: voucherDefinition({ cost }) },
      { key: 'mug', definition: productRewardDefinition({ cost }) },
      { key: 'tour', definition: rewardDefinition({ cost, properties: byHand }) },
    ],
  };
}

/** Ada, of whom there is a row in every table that holds something of customers. Rita brought her. */
export async function wholeCustomer(domain: TestDomain) {
  const program = await domain.begin(definition());
  const { deps } = domain;
  await addWebhook(domain);
  const rita = await domain.customer({ merchant_id: 'rita', email: 'rita@shop.example' });
  const friend = { email: EMAIL, ip_address: '203.0.113.5', user_agent: null };
  await giveIncentive(deps, { program, referral_id: rita.referral_id, referee: friend });
  domain.clock.advance(1000);
  const ada = await ensureCustomer(deps, {
    program,
    site: program.sites.at(-1)!,
    merchant_id: ADA,
    email: EMAIL,
    first_name: 'Ada',
    last_name: 'Lovelace',
    referral_id: rita.referral_id,
  });
  await adjust(domain, ada.id, 7);
  domain.clock.advance(366 * DAY);
  await domain.settle(ada.id);
  const voucher = await takePart(domain, ada);
  await leaveTraces(domain, ada);
  await countFigures(deps);
  return { ada: await domain.row(ada.id), voucher, rita };
}

async function addWebhook({ deps, program }: TestDomain): Promise<void> {
  await sql`insert into webhook_endpoints (program_id, address, secret, created_at) values (${program.id}, 'https://h.example', '', now())`.execute(
    deps.db,
  );
  await sql`insert into webhooks (program_id, endpoint_id, topic, created_at)
    select program_id, id, 'customers/update', now() from webhook_endpoints where program_id = ${program.id}`.execute(
    deps.db,
  );
}

/** Buys, earns, claims, refers. Returns the claim of a voucher. */
async function takePart(domain: TestDomain, ada: CustomerRow) {
  const { deps, program } = domain;
  await adjust(domain, ada.id, 100);
  const birthday = { day: 10, month: 12, year: 1815 + 100 };
  await updateCustomer(deps, {
    program,
    customer_id: ada.id,
    changes: { birthday, metadata: { note: 'Ada Lovelace' } },
    by: TESTER,
  });
  const line = orderLine({ attributes: [{ key: 'engraved', value: 'Ada Lovelace' }] });
  await recordOrder(
    deps,
    orderInput(program, { customer_id: ADA, number: 'ada-cart-1', line_items: [line] }),
  );
  await domain.complete('later', { customer: ADA });
  const mine = { customer: ADA };
  const voucher = await domain.claim('ten-off', {}, mine);
  await domain.claim('mug', { variant_id: '902', cart_id: 'ada-cart', platform_action_id: 'ada-cart' }, mine);
  const tour = await domain.claim('tour', { session: { kind: 'custom', token: 'secret-ada' } }, mine);
  await fulfilClaim(deps, {
    program,
    customer_id: ada.id,
    claimed_reward_id: tour.claimed_reward_id,
    explanation: 'Ada was shown around',
    by: TESTER,
  });
  const other = { email: 'bob@shop.example', ip_address: '203.0.113.6', user_agent: null };
  await giveIncentive(deps, { program, referral_id: ada.referral_id, referee: other });
  const { name } = entryOf(program.rules, 'now');
  await recordActivity(deps, {
    program,
    name,
    customer_id: ADA,
    customer_email: null,
    referral_id: null,
    channel: 'web',
    merchant_id: 'review-1',
    date: null,
  });
  return voucher;
}

/** Notes, requests of operators, and the server's own traces: carts, sessions, answers, deliveries, reminders, the rows of an import. */
async function leaveTraces(domain: TestDomain, ada: CustomerRow): Promise<void> {
  const { deps, program } = domain;
  const file = { name: 'ada.txt', kind: 'text', bytes: Buffer.from('Ada Lovelace') } as const;
  await addNote(deps, { program, customer_id: ada.id, text: 'Ada called', file, by: TESTER });
  const site = program.sites.at(-1)!;
  await session(domain, { merchant_id: ADA, cart: platformCart([cartLine()], { id: 'ada-cart' }) });
  await createWebviewSession(deps, { program, site, channel: 'app', customer: { merchant_id: ADA } });
  await runInTransaction(deps, undefined, (tx) =>
    insertIdempotencyRecord(
      tx,
      { program_id: program.id, key_hash: Buffer.alloc(32, 1), now: deps.clock.real() },
      { fingerprint: Buffer.alloc(32), status: 200, body: Buffer.from('Ada'), customer_id: ada.id },
    ),
  );
  for (const state of ['pending', 'delivered']) {
    await sql`insert into webhook_deliveries (program_id, endpoint_id, webhook_id, customer_id, message_id, topic, body, state, next_attempt_at, finished_at, created_at)
      select program_id, endpoint_id, id, ${ada.id}, 'm', 'customers/update', 'Ada', ${state}, case when ${state} = 'pending' then now() end,
        case when ${state} <> 'pending' then now() end, now() from webhooks where program_id = ${program.id}`.execute(
      deps.db,
    );
  }
  await sql`insert into webhook_reminders (program_id, customer_id, kind, occasion, created_at)
    values (${program.id}, ${ada.id}, 'tier_upgrade', 'x', now())`.execute(deps.db);
  await sql`insert into operator_requests (program_id, kind, customer_id, points, reason_code, note, operator_id, created_at)
    values (${program.id}, 'points', ${ada.id}, 5, 'other', 'for Ada', 1, now())`.execute(deps.db);
  await sql`insert into operator_request_files (program_id, request_id, customer_id, name, kind, bytes)
    select program_id, id, customer_id, 'ada.txt', 'text', 'Ada' from operator_requests
      where program_id = ${program.id} and customer_id = ${ada.id}`.execute(deps.db);
  await sql`insert into import_rows (program_id, import_id, customer_id, created, points, adjustment_ids, before, after)
    values (${program.id}, 0, ${ada.id}, false, 0, '{}', '{"first_name": "Ada"}', '{"first_name": "Ada"}')`.execute(
    deps.db,
  );
}
