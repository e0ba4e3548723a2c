import type { NamedStatements } from '../../db/named-statements.ts';
import type { Tx } from '../core/transaction.ts';

const SURROUNDINGS = {
  name: 'claim_surroundings',
  text: `
select q.ord, s.stock, c.in_cart
  from json_to_recordset($2::json) as q (ord int, reward_id bigint, variant_ids text[], customer_id bigint, cart_id text)
  cross join lateral (
    select coalesce(array_agg(remaining), '{}') as stock from reward_stock
      where program_id = $1::bigint and reward_id = q.reward_id and variant_id = any(q.variant_ids)) s
  cross join lateral (
    select count(*) as in_cart from claimed_rewards
      where program_id = $1::bigint and customer_id = q.customer_id and redemption_id is not null and state = 'approved'
        and usage_status = 'not_used' and reward_id = q.reward_id and cart_id = q.cart_id) c`,
};

/** The state that a claim depends on beside the customer's own, read without a lock. */
export async function readSurroundings(
  hot: NamedStatements,
  programId: number,
  question: { reward_id: number; variant_ids: string[]; customer_id: number; cart_id: string | null },
): Promise<{ stock: number[]; in_cart: number }> {
  type Row = { ord: number; stock: number[]; in_cart: number };
  return (await hot.runEach<Row>(SURROUNDINGS, { program_id: programId }, question))!;
}

export async function listStock(
  tx: Tx,
  programId: number,
  rewardId: number,
  variantIds: string[],
): Promise<number[]> {
  if (variantIds.length === 0) return [];
  const rows = await tx
    .selectFrom('reward_stock')
    .select('remaining')
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .where('variant_id', 'in', variantIds)
    .execute();
  return rows.map((row) => row.remaining);
}
