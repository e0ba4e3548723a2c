import type { NamedStatement } from '../../db/named-statements.ts';
import { msOf, timestampText } from '../../db/timestamps.ts';
import type { UsageCounter } from '../core/limits.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { earliestFact, type TierFact } from '../tiers/evaluation-window.ts';
import { type FactSource, type FactTuple, factsText, tierFacts } from '../tiers/fact-store.ts';

/** The part of a customer's row that the decision on its earnings rests on. */
export type Member = Pick<
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

/** Everything that decides the earnings of a customer, read in one snapshot without a lock. */
export interface MemberSnapshot {
  member: Member;
  /** By rule id; absent: never completed. */
  usage: ReadonlyMap<number, UsageCounter>;
  /** Facts that may count now; empty for a customer whom no fact raises. */
  facts: TierFact[];
}

/** The columns of a customer `c`, and its facts and counters, for a question that has the fields of `askedOfMember`. */
export const MEMBER = (source: FactSource) => `
    c.id, c.program_id, c.version, c.site_id, c.tier_id, c.tier_started_at, c.enrolled_at, c.blocked_at, c.erased_at, c.points_approved,
    c.last_entry_at, c.next_due_at,
    (select json_agg(json_build_array(subject_id, total, ${msOf('window_start')}, window_count, ${msOf('last_at')}))
      from usage_counters where program_id = $1::bigint and customer_id = c.id and subject_id = any(q.subject_ids)) as usage,
    case when c.enrolled_at is not null and c.tier_id is distinct from q.top_tier_id then ${factsText(
      source,
      {
        program_id: '$1::bigint',
        customer_id: 'c.id',
        since: `(case when c.enrolled_at >= q.newcomers_since then '-infinity'::timestamptz else q.facts_since end)`,
      },
    )} end as facts`;

/** The customer `c` of a question's customer_key; for a merged customer, its survivor. Looks up each row by its key. */
export const NAMED_MEMBER = `
  cross join lateral (
    select * from customers where program_id = $1::bigint and id =
      (select coalesce(k.merged_into, k.id) from customers k where k.program_id = $1::bigint and k.merchant_key = q.customer_key) limit 1) c`;

/** A statement for each source of facts, made when it is first asked for. */
export function statementBySource(
  name: string,
  text: (source: FactSource) => string,
): (source: FactSource) => NamedStatement {
  const made = new Map<FactSource, NamedStatement>();
  return (source) => {
    const statement = made.get(source) ?? { name: `${name}_${source}`, text: text(source) };
    made.set(source, statement);
    return statement;
  };
}

export const ASKED_OF_MEMBER =
  'subject_ids bigint[], facts_since timestamptz, newcomers_since timestamptz, top_tier_id bigint';

/** Asks for the counters of `subjectIds` and the facts that may count at `now` or later. */
export function askedOfMember(program: Program, subjectIds: readonly number[], now: number) {
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

/** The answer for the columns of MEMBER. */
export type MemberAnswer = Member & { usage: UsageTuple[] | null; facts: FactTuple[] | null };

export function readMember({ usage, facts, ...member }: MemberAnswer): MemberSnapshot {
  const counters = (usage ?? []).map(
    ([id, total, window_start, window_count, last_at]) =>
      [id, { total, window_start, window_count, last_at }] as const,
  );
  return { member, usage: new Map(counters), facts: tierFacts(facts) };
}
