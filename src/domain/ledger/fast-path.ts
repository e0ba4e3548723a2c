import type { ClaimedRewardsTable } from '../../db/claim-tables.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { AnswerRecord } from '../core/transaction.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import {
  bytes,
  COUNT_USAGE,
  counted,
  guarded,
  hotWrite,
  IS_HELD,
  runGuarded,
  text,
  USAGE,
  type Versions,
} from './guarded.ts';
import {
  earlier,
  expiring,
  FORM_LOT,
  type GuardedExpiry,
  PRESENT_TERMS,
  SPEND_LOTS,
} from './guarded-expiry.ts';

const completion = (expires: boolean) =>
  hotWrite(
    expires ? 'complete_rule_expiring' : 'complete_rule',
    (
      parts,
    ) => `${parts.held(`${USAGE}, channel text, rule_id bigint, name text, state text, approved bigint, pending bigint, approves_at timestamptz`)}, written as (
  update customers c set
      version = c.version + 1,
      points_approved = points_approved + held.approved,
      balance_changed_at = case when held.approved <> 0 then greatest(balance_changed_at, held.at) else balance_changed_at end,
      points_pending = points_pending + held.pending,
      next_due_at = least(next_due_at, held.due),
      last_entry_at = held.at, updated_at = held.at
    from held where ${IS_HELD}
    returning held.*
), activity as (
  insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, approves_at, resolved_at, channel)
    select $1::bigint, customer_id, rule_id, name, approved + pending, state, at, at, approves_at,
           case when state = 'approved' then at end, channel
    from written
    returning id, customer_id
), entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
    select $1::bigint, customer_id, w.approved, w.pending, 0, 'activity', activity.id, w.at
    from activity join written w using (customer_id) where w.approved <> 0 or w.pending <> 0
), usage as (${COUNT_USAGE('rule_id', 'written')}
)${expires ? FORM_LOT : ''}${parts.kept('activity.id', 'activity join written w using (customer_id)')}
select w.ord, activity.id as activity_id from activity join written w using (customer_id)`,
    expires ? PRESENT_TERMS : undefined,
  );
const COMPLETE = completion(false);
const COMPLETE_EXPIRING = completion(true);

interface GuardedCompletion extends Versions {
  program_id: number;
  customer_id: number;
  rule_id: number;
  name: string;
  approved: number;
  pending: number;
  approves_at: number | null;
  state: 'pending' | 'approved';
  channel: string | null;
  usage: UsageCounter;
  expiry: GuardedExpiry | null;
  at: number;
}

/**
 * Writes a completion that gives points. Returns undefined if the customer was written since `version`, or is being
 * written, or if the program has another version.
 */
export async function completeGuarded(
  hot: RunEach,
  completion: GuardedCompletion,
  record: AnswerRecord | undefined,
): Promise<number | undefined> {
  const { program_id, customer_id, at, approves_at, usage, expiry } = completion;
  const answer = await runGuarded<{ ord: number; activity_id: number }>(
    hot,
    expiry ? COMPLETE_EXPIRING : COMPLETE,
    { program_id },
    {
      rule_id: completion.rule_id,
      name: completion.name,
      state: completion.state,
      approves_at: text(approves_at),
      approved: completion.approved,
      pending: completion.pending,
      channel: completion.channel,
      // V8 makes room for the members that are written out, and adds those that are spread behind them one by one.
      ...guarded(customer_id, completion, at, earlier(approves_at, expiry?.due ?? null)),
      ...counted(usage),
      ...(expiry && expiring(expiry)),
    },
    record,
  );
  return answer?.activity_id;
}

// Taking from an empty stock violates the table's check, which undoes the whole statement.
const TAKE_STOCK = `, taken as (
  select reward_id, stock_variant_id, sum(quantity) as number
    from written cross join unnest(stock_variant_ids) as stock_variant_id group by reward_id, stock_variant_id
), stock as (
  update reward_stock s set remaining = s.remaining - locked.number
    -- In the order in which everybody locks them.
    from (select taken.* from taken join reward_stock r
            on r.program_id = $1::bigint and r.reward_id = taken.reward_id and r.variant_id = taken.stock_variant_id
            order by taken.reward_id, taken.stock_variant_id for no key update of r) locked
    where s.program_id = $1::bigint and s.reward_id = locked.reward_id and s.variant_id = locked.stock_variant_id
)`;

/**
 * Most rewards have no stock. So the part that takes from a stock is left out for them: Postgres would prepare it for
 * each claim.
 */
const redemption = (expires: boolean, takesStock: boolean) =>
  hotWrite(
    `claim_reward${takesStock ? '_of_stock' : ''}${expires ? '_expiring' : ''}`,
    (
      parts,
    ) => `${parts.held(`${USAGE}, channel text, cost bigint, quantity int, reward_id bigint, kind text, title text, auto_refund_at timestamptz, expires_at timestamptz,
      fulfilled_at timestamptz, terms jsonb, code text, code_key text, code_hash bytea, code_last_characters text, balance_minor bigint,
      variant_id text, redemption_id text, cart_id text, platform_action_id text, session_kind text, session_token text,
      stock_variant_ids text[], currency text, currency_rate float8, code_sealed bytea`)}, written as (
  update customers c set
      version = c.version + 1,
      points_approved = points_approved - held.cost,
      balance_changed_at = case when held.cost <> 0 then greatest(balance_changed_at, held.at) else balance_changed_at end,
      points_spent = points_spent + held.cost,
      next_due_at = least(next_due_at, held.due),
      last_entry_at = held.at, updated_at = held.at
    from held where ${IS_HELD}
    returning held.*
), claim as (
  insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost, quantity, claimed_at, created_at,
      auto_refund_at, expires_at, fulfilled_at, terms, code, code_key, code_hash, code_last_characters, initial_balance_minor, current_balance_minor,
      variant_id, redemption_id, cart_id, platform_action_id, session_kind, session_token, channel, stock_variant_ids, currency, currency_rate, code_sealed)
    select $1::bigint, customer_id, reward_id, kind, title, 'approved', 'points_redemption', cost, quantity, at, at,
      auto_refund_at, expires_at, fulfilled_at, terms, code, code_key, code_hash, code_last_characters, balance_minor, balance_minor,
      variant_id, redemption_id, cart_id, platform_action_id, session_kind, session_token, channel, stock_variant_ids, currency, currency_rate, code_sealed
    from written
    returning id, customer_id, points_cost, claimed_at
)${takesStock ? TAKE_STOCK : ''}, entry as (
  insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, claimed_reward_id, created_at)
    select $1::bigint, customer_id, -points_cost, 0, points_cost, 'claimed_reward', id, claimed_at
    from claim where points_cost <> 0
    returning id, customer_id, claimed_reward_id
), usage as (${COUNT_USAGE('reward_id', 'written')}
)${expires ? SPEND_LOTS : ''}${parts.kept('claim.id', 'claim join written w using (customer_id)')}
select w.ord, claim.id as claimed_reward_id from claim join written w using (customer_id)`,
    expires ? PRESENT_TERMS : undefined,
  );
const CLAIM = { plain: redemption(false, false), dated: redemption(true, false) };
const CLAIM_OF_STOCK = { plain: redemption(false, true), dated: redemption(true, true) };

/** A claim that is about to be written, the moment it falls due, in ms (null: never), and the expiry of its points. */
interface GuardedClaim {
  values: Omit<
    ClaimedRewardsTable,
    'id' | 'terms' | 'quantity' | 'usage_status' | 'stock_variant_ids' | 'linked_to_cart_at' | 'code_seen_at'
  > & { terms: object; quantity: number; stock_variant_ids: string[] };
  due_at: number | null;
  expiry: GuardedExpiry | null;
}

/**
 * Writes a claim that points paid for and that is not used yet. Returns undefined if the customer was written since
 * `version` or is being written, if a stock is empty, or if a code is taken. Then nothing of this claim was written.
 */
export async function claimGuarded(
  hot: RunEach,
  versions: Versions,
  claim: GuardedClaim,
  usage: UsageCounter,
  record: AnswerRecord | undefined,
): Promise<number | undefined> {
  const { values, expiry } = claim;
  const takesStock = values.stock_variant_ids.length > 0;
  const { plain, dated } = takesStock ? CLAIM_OF_STOCK : CLAIM;
  const answer = await runGuarded<{ ord: number; claimed_reward_id: number }>(
    hot,
    expiry ? dated : plain,
    // Claims of one stock wait for each other anyway. Claims of other stocks must not wait with them.
    { program_id: values.program_id, lane: takesStock ? String(values.reward_id) : '' },
    {
      cost: values.points_cost,
      quantity: values.quantity,
      reward_id: values.reward_id,
      kind: values.kind,
      title: values.title,
      auto_refund_at: stated(text(values.auto_refund_at)),
      expires_at: stated(text(values.expires_at)),
      fulfilled_at: stated(text(values.fulfilled_at)),
      terms: values.terms,
      code: stated(values.code),
      code_key: stated(values.code_key),
      code_hash: stated(bytes(values.code_hash)),
      code_sealed: stated(bytes(values.code_sealed)),
      code_last_characters: stated(values.code_last_characters),
      balance_minor: stated(values.initial_balance_minor),
      variant_id: stated(values.variant_id),
      redemption_id: stated(values.redemption_id),
      cart_id: stated(values.cart_id),
      platform_action_id: stated(values.platform_action_id),
      session_kind: stated(values.session_kind),
      session_token: stated(values.session_token),
      channel: stated(values.channel),
      stock_variant_ids: values.stock_variant_ids,
      currency: stated(values.currency),
      currency_rate: stated(values.currency_rate),
      ...guarded(values.customer_id, versions, values.claimed_at, earlier(claim.due_at, expiry?.due ?? null)),
      ...counted(usage),
      ...(expiry && expiring(expiry)),
    },
    record,
  );
  return answer?.claimed_reward_id;
}

/** A member without a value is left out of the json of a row. Most claims lack half of theirs. */
function stated<T>(value: T | null): T | undefined {
  return value ?? undefined;
}
