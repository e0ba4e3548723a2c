import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import { erase, merge, ownRow } from '../support/merging.ts';
import { orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { ADA, PERSONAL, wholeCustomer } from '../support/whole-customer.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

/** Every column of every table that holds something of a program, as text. */
async function columns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name in
        (select table_name from information_schema.columns where table_schema = current_schema() and column_name = 'program_id')
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
 * The fate of every column that may hold personal data. A column that a migration adds belongs in one of these lists
 * and, if it is personal, into the erasure.
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
/** Tables whose rows are deleted. */
const DELETED = [
  'carts',
  'webview_sessions',
  'idempotency_records',
  'webhook_reminders',
  'webhook_events',
  'customer_notes',
  'customer_note_files',
  'operator_requests',
  'operator_request_files',
];
/** Columns of the books, of numbers and moments, of the program's own words and of ids that back ends give. */
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
    'reason_code',
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
  member_changes: ['program_id', 'id', 'customer_id', 'site_id', 'day', 'joined', 'tier_before', 'tier_id'],
  sales_changes: [
    'program_id',
    'id',
    'order_id',
    'customer_id',
    'site_id',
    'day',
    'told_at',
    'orders',
    'net_minor',
  ],
  referral_changes: [
    'program_id',
    'id',
    'referral_id',
    'customer_id',
    'site_id',
    'day',
    'told_at',
    'asked',
    'used',
    'completed',
  ],
  report_vintages: ['program_id', 'generation', 'customer_id', 'vintage', 'points_left', 'redeemed'],
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
/** Files as people brought them, whoever is in them: all of it is deleted after a day, as docs/security.md says. */
const KEPT_A_DAY = ['import_files', 'import_file_parts', 'import_tasks'];
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
  'operator_roles',
  'operator_spends',
  'program_drafts',
  'program_versions',
  'rate_windows',
  'recent_requests',
  'report_ages',
  'report_cohorts',
  'report_tier_cohorts',
  'report_figures',
  'report_members',
  'report_sales',
  'report_referrals',
  'closed_months',
  'code_imports',
  'report_late',
  'report_late_sales',
  'report_months',
  'report_states',
  'report_zones',
  'reward_stock',
  'voucher_codes',
  'webhook_endpoints',
  'webhooks',
];

describe('erasing a customer', () => {
  it('knows of every column what becomes of it', async () => {
    await domain.begin();
    const whole = new Set([...DELETED, ...KEPT_A_DAY, ...OF_NOBODY]);
    const unknown = (await columns()).filter((name) => {
      const [table = '', column = ''] = name.split('.');
      return !whole.has(table) && !ERASED[table]?.includes(column) && !KEPT[table]?.includes(column);
    });
    expect(unknown).toEqual([]);
  });

  it('leaves nothing anywhere that tells who it was', async () => {
    const { ada } = await wholeCustomer(domain);
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
    const { ada } = await wholeCustomer(domain);
    const before = await domain.rows('transactions');
    await erase(domain, ADA);
    expect(await domain.rows('transactions')).toEqual(before);
    const { points_approved, points_pending, points_spent } = ada;
    expect(await domain.row(ada.id)).toMatchObject({ points_approved, points_pending, points_spent });
    domain.clock.advance(11 * DAY);
    await sweepOnce(domain.deps);
    await updateOrder(domain.deps, orderUpdate(domain.program, { refunded_minor: 2000 }));
    // The pending points came, the mug lapsed, and the results of the order went.
    expect(await domain.row(ada.id)).toMatchObject({
      points_approved: points_approved + points_pending + 10 - 20,
      points_pending: 0,
      points_spent: points_spent - 10,
    });
  });

  it('lets whoever holds a voucher use it', async () => {
    const { voucher } = await wholeCustomer(domain);
    const { code } = (await domain.claims()).find(({ id }) => id === voucher.claimed_reward_id)!;
    await erase(domain, ADA);
    const use = { program: domain.program, code: code!, order_merchant_id: 'o-9', amount: undefined };
    expect(await outcomeOf(useVoucher(domain.deps, use))).toBe('done');
  });

  it('frees its names for somebody new, who has nothing of it', async () => {
    const { ada } = await wholeCustomer(domain);
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
    const { ada } = await wholeCustomer(domain);
    await erase(domain, ADA);
    const { merchant_id, merchant_key } = await ownRow(domain, ada.id);
    expect(merchant_id).toBe(`erased-${ada.id}`);
    expect((await domain.customer({ merchant_id })).id).not.toBe(ada.id);
    expect(merchant_key.length).toBeGreaterThan(255);
  });

  it('takes along all who were merged into it', async () => {
    const { ada, rita } = await wholeCustomer(domain);
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
    const { ada } = await wholeCustomer(domain);
    await erase(domain, ADA);
    const friend = { email: 'carl@shop.example', ip_address: '203.0.113.7', user_agent: null };
    const by = (referral_id: string, referee = friend) =>
      outcomeOf(giveIncentive(domain.deps, { program: domain.program, referral_id, referee }));
    expect(await by(ada.referral_id)).toBe('invalid_referral_id');
    expect(await by((await ownRow(domain, ada.id)).referral_id)).toBe('invalid_referral_id');
    const rita = await domain.customer({ merchant_id: 'rita' });
    expect(await by(rita.referral_id, { ...friend, email: 'ada@shop.example' })).toBe('done');
  });

  describe('who is known as a friend by an email alone', () => {
    const YVES = 'yves@shop.example';
    const ZOE = 'zoe@shop.example';
    const known = (merchant_id: string, email: string) =>
      ensureCustomer(domain.deps, {
        program: domain.program,
        site: domain.program.sites.at(-1)!,
        merchant_id,
        email,
      });

    it.each<[string, (id: number) => Promise<unknown>]>([
      ['it has', async () => {}],
      ['it lost in a merge', () => known('zoe', ZOE).then(() => merge(domain, 'yves', 'zoe'))],
      [
        'it changed',
        (customer_id) =>
          updateCustomer(domain.deps, {
            program: domain.program,
            customer_id,
            changes: { email: ZOE },
            by: TESTER,
          }),
      ],
    ])('leaves none, where it is one that %s', async (_, change) => {
      const { rita } = await wholeCustomer(domain);
      const { deps, program } = domain;
      const referee = { email: YVES, ip_address: '203.0.113.8', user_agent: null };
      await giveIncentive(deps, { program, referral_id: rita.referral_id, referee });
      domain.clock.advance(1000);
      const { id } = await known('yves', YVES.toUpperCase());
      expect(await contentsOf('referrals')).toContain(YVES);
      await change(id);
      await erase(domain, 'yves');
      for (const email of [YVES, ZOE]) expect(await contentsOf('referrals')).not.toContain(email);
    });
  });

  it('leaves others as they are', async () => {
    const { rita } = await wholeCustomer(domain);
    const before = await domain.row(rita.id);
    await erase(domain, ADA);
    expect(await domain.row(rita.id)).toEqual(before);
  });
});
