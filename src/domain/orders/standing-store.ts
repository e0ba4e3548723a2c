import type { NamedStatement, NamedStatements } from '../../db/named-statements.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { earliestFact, type TierFact } from '../tiers/evaluation-window.ts';
import { type FactSource, type FactTuple, factSource, factsText, tierFacts } from '../tiers/fact-store.ts';

/** The part of a buyer's row that the decision on its order rests on. */
export type Buyer = Pick<
  CustomerRow,
  | 'id'
  | 'program_id'
  | 'version'
  | 'site_id'
  | 'tier_id'
  | 'tier_started_at'
  | 'enrolled_at'
  | 'blocked_at'
  | 'erased_at'
  | 'points_approved'
  | 'last_entry_at'
  | 'next_due_at'
>;

/** Everything that decides an order of a known customer, read in one snapshot without a lock. */
export interface OrderStanding {
  buyer: Buyer;
  /** By rule id; absent: never completed. */
  usage: ReadonlyMap<number, UsageCounter>;
  /** Facts that may count now; empty for a buyer whom no fact raises. */
  facts: TierFact[];
  /**
   * The order is known already, names a claim or a friend's voucher, was named by a used voucher, or may complete a
   * referral or bring in a guest. Such an order concerns more rows than these.
   */
  concerns_more: boolean;
}

/** The columns of a buyer, and its facts and counters, for a question that has the fields of `askedOfBuyer`. */
export const BUYER = (source: FactSource) => `
    c.id, c.program_id, c.version, c.site_id, c.tier_id, c.tier_started_at, c.enrolled_at, c.blocked_at, c.erased_at, c.points_approved,
    c.last_entry_at, c.next_due_at,
    (select json_agg(json_build_array(subject_id, total, ${ms('window_start')}, window_count, ${ms('last_at')}))
      from usage_counters where program_id = $1::bigint and customer_id = c.id and subject_id = any(q.subject_ids)) as usage,
    case when c.enrolled_at is not null and c.tier_id is distinct from q.top_tier_id then ${factsText(
      source,
      {
        program_id: '$1::bigint',
        customer_id: 'c.id',
        since: `(case when c.enrolled_at >= q.newcomers_since then '-infinity'::timestamptz else q.facts_since end)`,
      },
    )} end as facts`;

function ms(column: string): string {
  return `(date_part('epoch', ${column}) * 1000)::bigint`;
}

export const ASKED_OF_BUYER =
  'subject_ids bigint[], facts_since timestamptz, newcomers_since timestamptz, top_tier_id bigint';

/** Reads the buyer with its counters of `subjectIds` and the facts that may count at `now` or later. */
export function askedOfBuyer(program: Program, subjectIds: readonly number[], now: number) {
  const rules = program.settings.tier_membership;
  const since = timestampText(rules ? earliestFact(rules, now) : now);
  return {
    subject_ids: subjectIds,
    facts_since: since,
    newcomers_since: rules?.mode === 'enrollment_anniversary' ? since : null,
    top_tier_id: program.tiers.at(-1)?.id ?? null,
  };
}

type UsageTuple = [number, number, number, number, number | null];

/** The answer for the columns of BUYER. */
export type BuyerAnswer = Buyer & { usage: UsageTuple[] | null; facts: FactTuple[] | null };

export function readBuyer({ usage, facts, ...buyer }: BuyerAnswer): Omit<OrderStanding, 'concerns_more'> {
  const counters = (usage ?? []).map(
    ([id, total, window_start, window_count, last_at]) =>
      [id, { total, window_start, window_count, last_at }] as const,
  );
  return { buyer, usage: new Map(counters), facts: tierFacts(facts) };
}

/** Whether a paid order of the buyer may complete a referral, by its link or by an incentive of its email. */
export const MAY_BE_BROUGHT = (emails: string) => `
    (not exists (select from referrals where program_id = $1::bigint and referee_id = c.id)
      and (c.referred_by is not null or exists (select from referrals
        where program_id = $1::bigint and referee_email is not null and lower(referee_email) in (${emails})
          and completed_at is null and referrer_id is distinct from c.id)))`;

const STANDING = new Map<FactSource, NamedStatement>();

function standingFor(source: FactSource): NamedStatement {
  let statement = STANDING.get(source);
  if (!statement) {
    const text = `
select q.ord, ${BUYER(source)},
    exists (select from orders where program_id = $1::bigint and merchant_key = q.merchant_key)
    or exists (select from claimed_rewards where program_id = $1::bigint and used_by_order_key = q.merchant_key)
    or (cardinality(q.codes) > 0 and (
      exists (select from claimed_rewards where program_id = $1::bigint and code_key = any(q.codes))
      or exists (select from claimed_rewards where program_id = $1::bigint and code_hash = any(q.code_hashes))
      or exists (select from referrals where program_id = $1::bigint and code_key = any(q.codes))))
    or (q.email is not null and c.email is null and exists (select from customers
      where program_id = $1::bigint and email is not null and lower(email) = lower(q.email) and named_by_email))
    or (q.may_be_brought and ${MAY_BE_BROUGHT('lower(q.email), lower(c.email)')}) as concerns_more
  from json_to_recordset($2::json) as q (ord int, merchant_key text, customer_key text, email text, codes text[], code_hashes bytea[],
    may_be_brought boolean, ${ASKED_OF_BUYER})
  cross join lateral (
    select * from customers where program_id = $1::bigint and id =
      (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.customer_key) limit 1) c`;
    statement = { name: `order_standing_${source}`, text };
    STANDING.set(source, statement);
  }
  return statement;
}

export interface OrderQuestion {
  /** The keys by which the order and its customer are compared. */
  merchant_key: string;
  customer_key: string;
  email: string | null;
  codes: readonly string[];
  code_hashes: readonly Buffer[];
  /** Whether a referral of the buyer would be completed. */
  may_be_brought: boolean;
  subject_ids: readonly number[];
  now: number;
}

/** Reads everything that decides an order; undefined: its customer is not known. */
export async function readOrderStanding(
  hot: NamedStatements,
  program: Program,
  { subject_ids, now, code_hashes, ...question }: OrderQuestion,
): Promise<OrderStanding | undefined> {
  const answer = await hot.runEach<BuyerAnswer & { ord: number; concerns_more: boolean }>(
    standingFor(factSource(program)),
    { program_id: program.id },
    {
      ...question,
      code_hashes: code_hashes.map((hash) => `\\x${hash.toString('hex')}`),
      ...askedOfBuyer(program, subject_ids, now),
    },
  );
  if (!answer) return undefined;
  const { ord: _, concerns_more, ...buyer } = answer;
  return { ...readBuyer(buyer), concerns_more };
}
