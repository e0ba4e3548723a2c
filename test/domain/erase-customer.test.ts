import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { insertIdempotencyRecord } from '../../src/domain/idempotency/store.ts';
import { createWebviewSession } from '../../src/domain/operations/create-webview-session.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import { cartLine, platformCart, session } from '../support/carts.ts';
import {
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { erase, merge, ownRow } from '../support/merging.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

/** What a person typed or is known by, wherever it may be. */
const PERSONAL = ['Ada', 'Lovelace', 'ada@shop.example', 'secret-ada', 'ada-cart', 'engraved'];
const ADA = 'secret-ada-1815';

/** Ada, of whom there is something in every table that holds something of customers. */
async function begin() {
  await domain.begin({
    settings: programSettings({
      referrals: {
        incentive_reward_key: 'ten-off',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 9,
      },
    }),
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 }) },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'ten-off', definition: voucherDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      {
        key: 'tour',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 10 },
          properties: {
            kind: 'custom',
            fulfillment_type: 'store_fulfillment',
            fulfillment_method: 'manual',
            fulfillment_webhook_url: null,
          },
        }),
      },
    ],
  });
  const { deps, program } = domain;
  await sql`insert into webhook_endpoints (program_id, address, secret, created_at) values (${program.id}, 'https://h.example', '', now())`.execute(
    deps.db,
  );
  await sql`insert into webhooks (program_id, endpoint_id, topic, created_at)
    select program_id, id, 'customers/update', now() from webhook_endpoints where program_id = ${program.id}`.execute(
    deps.db,
  );
  const rita = await domain.customer({ merchant_id: 'rita', email: 'rita@shop.example' });
  const site = program.sites[0]!;
  const known = { first_name: 'Ada', last_name: 'Lovelace', referral_id: rita.referral_id };
  const friend = { email: 'ada@shop.example', ip_address: '203.0.113.5', user_agent: null };
  await giveIncentive(deps, { program, referral_id: rita.referral_id, referee: friend });
  domain.clock.advance(1000);
  const ada = await ensureCustomer(deps, { program, site, merchant_id: ADA, email: friend.email, ...known });
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
  await session(domain, { merchant_id: ADA, cart: platformCart([cartLine()], { id: 'ada-cart' }) });
  await createWebviewSession(deps, { program, site, channel: 'app', customer: { merchant_id: ADA } });
  const other = { email: 'bob@shop.example', ip_address: '203.0.113.6', user_agent: null };
  await giveIncentive(deps, { program, referral_id: ada.referral_id, referee: other });
  const name = entryOf(program.rules, 'now').name;
  const activity = {
    program,
    name,
    customer_id: ADA,
    customer_email: null,
    referral_id: null,
    channel: 'web',
  } as const;
  await recordActivity(deps, { ...activity, merchant_id: 'review-1', date: null });
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
  await sql`insert into import_rows (program_id, import_id, customer_id, created, points, adjustment_ids, before, after)
    values (${program.id}, 1, ${ada.id}, false, 0, '{}', '{"first_name": "Ada"}', '{"first_name": "Ada"}')`.execute(
    deps.db,
  );
  return { ada: await domain.row(ada.id), voucher, rita };
}

/** Every column of every table that holds something of a program, as text. */
async function columns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in
        (select table_name from information_schema.columns where table_schema = 'public' and column_name = 'program_id')
      order by 1`.execute(domain.deps.db);
  return rows.map(({ name }) => name);
}

async function contentsOf(table: string): Promise<string> {
  const { rows } = await sql<{ contents: string }>`
    select coalesce(string_agg(t::text, chr(10)), '') as contents from ${sql.table(table)} t
      where program_id = ${domain.program.id}`.execute(domain.deps.db);
  return rows[0]!.contents;
}

/**
 * What becomes of every column that may hold something of a person. A column that a migration adds belongs in one
 * of these lists, and where it is personal into the erasure.
 */
const ERASED: Record<string, string[]> = {
  customers: [
    'merchant_id',
    'merchant_key',
    'email',
    'first_name',
    'last_name',
    'birthday_day',
    'birthday_month',
    'birthday_year',
    'next_birthday_at',
    'email_marketing',
    'sms_marketing',
    'metadata',
    'referral_id',
    'referred_by',
  ],
  orders: ['number', 'line_items', 'awaits_enrolment'],
  reported_activities: ['awaits_enrolment'],

  claimed_rewards: [
    'fulfilment_explanation',
    'cart_id',
    'session_token',
    'platform_action_id',
    'code_sealed',
  ],
  referrals: ['referee_email', 'referee_key', 'address_key'],
  import_rows: ['before', 'after'],
  webhook_deliveries: ['body', 'state', 'next_attempt_at', 'finished_at'],
};
/** Whose rows are deleted. */
const DELETED = ['carts', 'webview_sessions', 'idempotency_records', 'webhook_reminders', 'webhook_events'];
/** Whose rows are of the books, of numbers and moments, of the program's own words and of ids that back ends give. */
const KEPT: Record<string, string[]> = {
  customers: [
    'program_id',
    'id',
    'site_id',
    'enrolled_at',
    'blocked_at',
    'points_approved',
    'points_pending',
    'points_spent',
    'tier_id',
    'tier_started_at',
    'tier_expires_at',
    'withdrawn_tier_id',
    'withdrawn_tier_until',
    'version',
    'last_entry_at',
    'next_due_at',
    'lots_since',
    'lots_dated_since',
    'balance_changed_at',
    'last_purchase_at',
    'merged_into',
    'erased_at',
    'created_at',
    'updated_at',
    'named_by_email',
  ],
  orders: [
    'program_id',
    'id',
    'merchant_id',
    'merchant_key',
    'customer_id',
    'total_minor',
    'shipping_minor',
    'tax_minor',
    'discounts_minor',
    'paid_minor',
    'refunded_minor',
    'spend_minor',
    'payment_status',
    'refund_status',
    'cancelled_at',
    'paid_at',
    'channel',
    'discount_codes',
    'claimed_reward_ids',
    'earns',
    'date',
    'created_at',
    'updated_at',
    'site_id',
    'currency',
    'currency_rate',
    'changed_id',
  ],
  told_resolutions: ['program_id', 'activity_id', 'told_as'],
  // Contents without number, email and attributes of lines.
  order_states: [
    'program_id',
    'order_id',
    'id',
    'source',
    'told',
    'led_to',
    'actor_kind',
    'actor_id',
    'told_at',
  ],
  order_reconstructions: ['program_id', 'done_to', 'until'],
  reported_activities: [
    'program_id',
    'id',
    'customer_id',
    'name',
    'merchant_id',
    'channel',
    'date',
    'created_at',
    'resolution',
    'told_as',
  ],
  claimed_rewards: [
    'program_id',
    'id',
    'customer_id',
    'reward_id',
    'kind',
    'title',
    'state',
    'source_kind',
    'source_id',
    'activity_id',
    'points_cost',
    'quantity',
    'currency',
    'currency_rate',
    'code_seen_at',
    'claimed_at',
    'created_at',
    'auto_refund_at',
    'expires_at',
    'resolved_at',
    'usage_status',
    'used_at',
    'used_by_order_id',
    'used_by_order_key',
    'fulfilled_at',
    'terms',
    'code',
    'code_key',
    'code_hash',
    'code_last_characters',
    'initial_balance_minor',
    'current_balance_minor',
    'variant_id',
    'redemption_id',
    'session_kind',
    'channel',
    'stock_variant_ids',
    'seen_in_cart_at',
    'linked_to_cart_at',
  ],
  referrals: [
    'program_id',
    'id',
    'referrer_id',
    'code',
    'code_key',
    'currency',
    'currency_rate',
    'referee_id',
    'order_id',
    'activity_id',
    'created_at',
    'completed_at',
    'terms',
    'used_at',
    'used_by_order_key',
  ],
  import_rows: [
    'program_id',
    'import_id',
    'customer_id',
    'created',
    'points',
    'spent',
    'adjustment_ids',
    'activity_ids',
    'reverted_at',
    'kept',
  ],
  webhook_deliveries: [
    'program_id',
    'id',
    'endpoint_id',
    'webhook_id',
    'event_id',
    'customer_id',
    'message_id',
    'topic',
    'attempts',
    'attempts_before',
    'created_at',
  ],
  activities: [
    'updated_at',
    'changed_id',
    'program_id',
    'id',
    'customer_id',
    'rule_id',
    'name',
    'merchant_id',
    'value',
    'state',
    'date',
    'created_at',
    'approves_at',
    'resolved_at',
    'resource',
    'order_id',
    'basis',
    'channel',
    'taken_back',
    'spared',
    'forgone',
    'reclaimed',
    'voided_by_hand',
  ],
  adjustments: [
    'program_id',
    'id',
    'customer_id',
    'points',
    'points_spent',
    'note',
    'reason',
    'date',
    'created_at',
  ],
  transactions: [
    'program_id',
    'id',
    'customer_id',
    'points_approved',
    'points_pending',
    'points_spent',
    'resource',
    'activity_id',
    'adjustment_id',
    'claimed_reward_id',
    'expiry_id',
    'note',
    'created_at',
  ],
  tier_entries: ['program_id', 'id', 'customer_id', 'tier_id', 'date', 'created_at'],
  expiries: ['program_id', 'id', 'customer_id', 'points', 'reason', 'date', 'created_at'],
  lots: [
    'program_id',
    'id',
    'customer_id',
    'activity_id',
    'adjustment_id',
    'points',
    'remaining',
    'expired',
    'lent',
    'owed',
    'expires_at',
    'created_at',
  ],
  lot_allocations: ['program_id', 'transaction_id', 'lot_id', 'customer_id', 'claimed_reward_id', 'points'],
  usage_counters: [
    'program_id',
    'customer_id',
    'subject_id',
    'total',
    'window_start',
    'window_count',
    'last_at',
  ],
  gift_card_uses: ['program_id', 'claimed_reward_id', 'order_key', 'amount_minor', 'used_at', 'returned_at'],
  webhook_attempts: ['program_id', 'delivery_id', 'number', 'at', 'duration_ms', 'response_status', 'error'],
};
/** Tables that hold nothing of customers: of who did what, a customer's id alone. */
const OF_NOBODY = [
  'api_keys',
  'audit_entries',
  'import_refusals',
  'imports',
  'oauth_apps',
  'oauth_grants',
  'oauth_tokens',
  'program_entries',
  'program_follow_ups',
  'program_versions',
  'rate_windows',
  'reward_stock',
  'voucher_codes',
  'webhook_endpoints',
  'webhooks',
];

describe('erasing a customer', () => {
  it('knows of every column what becomes of it', async () => {
    await domain.begin();
    const whole = new Set([...DELETED, ...OF_NOBODY]);
    const unknown = (await columns()).filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return !whole.has(table) && !ERASED[table]?.includes(column) && !KEPT[table]?.includes(column);
    });
    expect(unknown).toEqual([]);
  });

  it('leaves nothing anywhere that tells who it was', async () => {
    const { ada } = await begin();
    const tables = [...new Set((await columns()).map((name) => name.split('.')[0]!))];
    const holding = async (word: string) => {
      const held: string[] = [];
      for (const table of tables) if ((await contentsOf(table)).includes(word)) held.push(table);
      return held;
    };
    for (const word of PERSONAL) expect([word, await holding(word)]).not.toEqual([word, []]);
    await erase(domain, ADA);
    for (const word of PERSONAL) expect([word, await holding(word)]).toEqual([word, []]);
    for (const table of DELETED) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where customer_id = ${ada.id}`.execute(
        domain.deps.db,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  it('leaves the books as they were, and what becomes of them goes on', async () => {
    const { ada } = await begin();
    const before = await domain.rows('transactions');
    await erase(domain, ADA);
    expect(await domain.rows('transactions')).toEqual(before);
    const { points_approved, points_pending, points_spent } = ada;
    expect(await domain.row(ada.id)).toMatchObject({ points_approved, points_pending, points_spent });
    domain.clock.advance(11 * DAY);
    await sweepOnce(domain.deps);
    await updateOrder(domain.deps, orderUpdate(domain.program, { refunded_minor: 2000 }));
    // What was pending came, the mug lapsed, and what the order gave went.
    expect(await domain.row(ada.id)).toMatchObject({
      points_approved: points_approved + points_pending + 10 - 20,
      points_pending: 0,
      points_spent: points_spent - 10,
    });
  });

  it('lets whoever holds a voucher use it', async () => {
    const { voucher } = await begin();
    const { code } = (await domain.claims()).find(({ id }) => id === voucher.claimed_reward_id)!;
    await erase(domain, ADA);
    const use = { program: domain.program, code: code!, order_merchant_id: 'o-9', amount: undefined };
    expect(await outcomeOf(useVoucher(domain.deps, use))).toBe('done');
  });

  it('frees its names for somebody new, who has nothing of it', async () => {
    const { ada } = await begin();
    await erase(domain, ADA);
    expect(await findCustomer(domain.deps.db, domain.program.id, ADA)).toBeUndefined();
    expect(await outcomeOf(erase(domain, ADA))).toBe('not_found');
    const again = await domain.customer({ merchant_id: ADA, email: 'ada@shop.example' });
    expect(again.id).not.toBe(ada.id);
    expect(again.points_approved).toBe(0);
    await erase(domain, ADA);
    expect((await domain.customer({ merchant_id: ADA })).id).not.toBe(again.id);
  });

  it('cannot be found by the name that it is shown with', async () => {
    const { ada } = await begin();
    await erase(domain, ADA);
    const { merchant_id, merchant_key } = await ownRow(domain, ada.id);
    expect(merchant_id).toBe(`erased-${ada.id}`);
    expect((await domain.customer({ merchant_id })).id).not.toBe(ada.id);
    expect(merchant_key.length).toBeGreaterThan(255);
  });

  it('takes along all who were merged into it', async () => {
    const { ada, rita } = await begin();
    await merge(domain, ADA, 'rita');
    await erase(domain, ADA);
    for (const { id } of [ada, rita])
      expect(await ownRow(domain, id)).toMatchObject({ erased_at: expect.any(Number), email: null });
    for (const name of [ADA, 'rita']) {
      expect(await findCustomer(domain.deps.db, domain.program.id, name)).toBeUndefined();
      expect((await domain.customer({ merchant_id: name })).points_approved).toBe(0);
    }
    const audited = await domain.deps.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'details'])
      .where('program_id', '=', domain.program.id)
      .where('action', '=', 'customer.erased')
      .execute();
    expect(audited).toEqual([{ subject_id: String(rita.id), details: { merged_ids: [ada.id] } }]);
  });

  it('lets nobody be referred by it, nor it be known as somebody’s friend', async () => {
    const { ada } = await begin();
    await erase(domain, ADA);
    const friend = { email: 'carl@shop.example', ip_address: '203.0.113.7', user_agent: null };
    const by = (referral_id: string, referee = friend) =>
      outcomeOf(giveIncentive(domain.deps, { program: domain.program, referral_id, referee }));
    expect(await by(ada.referral_id)).toBe('invalid_referral_id');
    expect(await by((await ownRow(domain, ada.id)).referral_id)).toBe('invalid_referral_id');
    const rita = await domain.customer({ merchant_id: 'rita' });
    expect(await by(rita.referral_id, { ...friend, email: 'ada@shop.example' })).toBe('done');
  });

  it('leaves others as they are', async () => {
    const { rita } = await begin();
    const before = await domain.row(rita.id);
    await erase(domain, ADA);
    expect(await domain.row(rita.id)).toEqual(before);
  });
});
