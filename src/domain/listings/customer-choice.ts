import { type RawBuilder, type SqlBool, sql } from 'kysely';

export const CUSTOMER_STATES = ['member', 'guest', 'blocked'] as const;

/** A blocked customer is neither a member nor a guest. */
export type CustomerState = (typeof CUSTOMER_STATES)[number];

/** A choice of customers; null: any. */
export interface CustomerChoice {
  tier_id: number | null;
  state: CustomerState | null;
}

const IN_STATE: Record<CustomerState, string> = {
  member: 'c.enrolled_at is not null and c.blocked_at is null',
  guest: 'c.enrolled_at is null and c.blocked_at is null',
  blocked: 'c.blocked_at is not null',
};

/** The choice as a condition on customers. `rows`: the name of the customers' rows in the statement. */
export function isChosen({ tier_id, state }: CustomerChoice, rows: string): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  if (tier_id !== null) conditions.push(sql`${sql.ref(rows)}.tier_id = ${tier_id}`);
  if (state !== null) conditions.push(sql`${sql.raw(IN_STATE[state].replaceAll('c.', `${rows}.`))}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
