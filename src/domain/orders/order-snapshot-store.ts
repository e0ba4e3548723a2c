import type { NamedStatements } from '../../db/named-statements.ts';
import { anyRow, noRow } from '../core/any-row.ts';
import type { Program } from '../programs/configuration.ts';
import {
  ASKED_OF_MEMBER,
  askedOfMember,
  MEMBER,
  type MemberAnswer,
  type MemberSnapshot,
  NAMED_MEMBER,
  readMember,
  statementBySource,
} from '../rules/member-snapshot.ts';
import { factSource } from '../tiers/fact-store.ts';

/** Everything that decides an order of a known customer, read in one snapshot without a lock. */
export interface OrderSnapshot extends MemberSnapshot {
  /**
   * The order is known already, names a claim or a friend's voucher, was named by a used voucher, or may complete a
   * referral or bring in a guest. Such an order concerns more rows than these.
   */
  concerns_more: boolean;
}

/** Whether a paid order of the buyer may complete a referral, by its link or by an incentive of its email. */
export const MAY_BE_BROUGHT = (emails: string) => `
    (${noRow('referrals where program_id = $1::bigint and referee_id = c.id')}
      and (c.referred_by is not null or ${anyRow(`referrals
        where program_id = $1::bigint and referee_email is not null and lower(referee_email) in (${emails})
          and completed_at is null and referrer_id is distinct from c.id`)}))`;

const snapshotStatement = statementBySource(
  'order_snapshot',
  (source) => `
select q.ord, ${MEMBER(source)},
    ${anyRow('orders where program_id = $1::bigint and merchant_key = q.merchant_key')}
    or ${anyRow('claimed_rewards where program_id = $1::bigint and used_by_order_key = q.merchant_key')}
    or (cardinality(q.codes) > 0 and (
      ${anyRow('claimed_rewards where program_id = $1::bigint and code_key = any(q.codes)')}
      or ${anyRow('claimed_rewards where program_id = $1::bigint and code_hash = any(q.code_hashes)')}
      or ${anyRow('referrals where program_id = $1::bigint and code_key = any(q.codes)')}))
    or (q.email is not null and c.email is null and ${anyRow(`customers
      where program_id = $1::bigint and email is not null and lower(email) = lower(q.email) and named_by_email`)})
    or (q.may_be_brought and ${MAY_BE_BROUGHT('lower(q.email), lower(c.email)')}) as concerns_more
  from json_to_recordset($2::json) as q (ord int, merchant_key text, customer_key text, email text, codes text[], code_hashes bytea[],
    may_be_brought boolean, ${ASKED_OF_MEMBER})${NAMED_MEMBER}`,
);

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
export async function readOrderSnapshot(
  hot: NamedStatements,
  program: Program,
  { subject_ids, now, code_hashes, ...question }: OrderQuestion,
): Promise<OrderSnapshot | undefined> {
  const answer = await hot.runEach<MemberAnswer & { ord: number; concerns_more: boolean }>(
    snapshotStatement(factSource(program)),
    { program_id: program.id },
    {
      ...question,
      code_hashes: code_hashes.map((hash) => `\\x${hash.toString('hex')}`),
      ...askedOfMember(program, subject_ids, now),
    },
  );
  if (!answer) return undefined;
  const { ord: _, concerns_more, ...member } = answer;
  return { ...readMember(member), concerns_more };
}
