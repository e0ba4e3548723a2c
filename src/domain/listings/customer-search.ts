import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Secrets } from '../core/secrets.ts';
import { type CustomerChoice, isChosen } from './customer-choice.ts';
import type { Db } from './listed-customer.ts';

export interface CustomerQuestion extends CustomerChoice {
  /**
   * The beginning of a name, an email, an id in the store, or an order's id or number. If codes are searched, it may
   * also be a whole code.
   */
  asked: string;
  /** Whether orders are searched too. */
  orders: boolean;
  /** Whether whole codes are searched too. */
  codes: boolean;
  limit: number;
}

/** A found customer, with the property by which it was found. */
export interface FoundCustomer {
  id: number;
  by: 'id' | 'email' | 'name' | 'order' | 'code';
  /** The order's id in the store or its number; null: the customer was not found by an order. */
  order: string | null;
}

export interface FoundCustomers {
  /** Whole ids and codes first, then emails, names, beginnings of ids, and orders; each kind in alphabetical order. */
  found: FoundCustomer[];
  /** Whether there may be other customers. A longer search text finds them. */
  more: boolean;
}

/** This many rows of each sort are read, in alphabetical order. This limits the time that short search texts take. */
const LOOKED_AT = 500;

/**
 * Finds customers by the beginnings of words, in one statement that only uses indexes. An erased customer is not found,
 * and a merged one leads to its survivor. A code is found only if it is complete: if its beginning were enough, a
 * person who may search could find it letter by letter, and the audit would not show it.
 */
export async function searchCustomers(
  deps: Db & Secrets,
  programId: number,
  question: CustomerQuestion,
): Promise<FoundCustomers> {
  const { orders, limit } = question;
  const asked = question.asked.trim();
  // Postgres stores no text with U+0000, so no customer matches.
  if (asked === '' || asked.includes('\0')) return { found: [], more: false };
  const sorts = [...customerSorts(asked), ...(orders ? orderSorts(asked) : [])];
  const candidates = [
    ...sorts.map((sort, place) => beginning(programId, sort, place)),
    ...(question.codes ? [codes(deps, programId, asked)] : []),
  ];
  // The array of ids prevents Postgres from reading all customers, however many it expects to find. One row is always
  // returned, and it says whether some rows were not read: the rows that were read may all be excluded by the choice.
  const { rows } = await sql<(FoundCustomer | { id: null }) & { cut: boolean }>`
    with candidates as materialized (${sql.join(candidates, sql` union all `)}),
      best as materialized (
        select distinct on (id) id, rank, letters, "by", "order" from candidates order by id, rank, letters),
      found as materialized (
        select best.* from best join customers c on c.id = best.id
          where c.program_id = ${programId} and c.id = any(array(select id from best))
            and c.merged_into is null and c.erased_at is null and ${isChosen(question, 'c')}
          order by best.rank, best.letters, best.id limit ${limit + 1})
    select f.id, f."by", f."order", all_of.cut
      from (select exists (select from candidates group by sort having count(*) >= ${LOOKED_AT}) as cut) all_of
      left join found f on true order by f.rank, f.letters, f.id`.execute(deps.db);
  const found = rows.flatMap((row) =>
    row.id === null ? [] : [{ id: row.id, by: row.by, order: row.order }],
  );
  return { found: found.slice(0, limit), more: found.length > limit || rows[0]!.cut };
}

/** The texts of one index. The table has the name `t`. */
interface Sort {
  by: FoundCustomer['by'];
  table: 'customers' | 'orders';
  /** The indexed expression of the text. */
  letters: string;
  /** The condition of the partial index. */
  where: string;
  begins: RawBuilder<string>;
  /** The ranks ascend in the order of display. */
  rank: RawBuilder<number>;
}

const rank = (place: number) => sql<number>`${sql.lit(place)}::int`;
const lowered = (text: string) => sql<string>`lower(${text}::text)`;
/** Whole ids come before all others. */
const wholeFirst = (letters: string, whole: RawBuilder<string>, place: number) =>
  sql<number>`case when ${sql.raw(letters)} = ${whole} then 0 else ${sql.lit(place)} end`;

function customerSorts(asked: string): Sort[] {
  const name = lowered(asked.replace(/[\s,]+/g, ' '));
  const key = sql<string>`${platformKey(asked)}::text`;
  const of = { table: 'customers', where: 't.merged_into is null and t.' } as const;
  return [
    {
      by: 'id',
      table: 'customers',
      letters: 't.merchant_key',
      where: 'true',
      begins: key,
      rank: wholeFirst('t.merchant_key', key, 3),
    },
    {
      ...of,
      by: 'email',
      letters: 'lower(t.email)',
      where: `${of.where}email is not null`,
      begins: lowered(asked),
      rank: rank(1),
    },
    {
      ...of,
      by: 'name',
      letters: "lower(coalesce(t.first_name || ' ', '') || coalesce(t.last_name, ''))",
      where: 't.merged_into is null and (t.first_name is not null or t.last_name is not null)',
      begins: name,
      rank: rank(2),
    },
    {
      ...of,
      by: 'name',
      letters: "lower(t.last_name || coalesce(' ' || t.first_name, ''))",
      where: `${of.where}last_name is not null`,
      begins: name,
      rank: rank(2),
    },
  ];
}

function orderSorts(asked: string): Sort[] {
  const key = sql<string>`${platformKey(asked)}::text`;
  const number = lowered(asked.replace(/^#+/, ''));
  const letters = "lower(ltrim(t.number, '#'))";
  const of = { by: 'order', table: 'orders' } as const;
  return [
    {
      ...of,
      letters: 't.merchant_key',
      where: 'true',
      begins: key,
      rank: wholeFirst('t.merchant_key', key, 4),
    },
    {
      ...of,
      letters,
      where: 't.number is not null',
      begins: number,
      rank: wholeFirst(letters, number, 5),
    },
  ];
}

/**
 * The customers whose text begins with `asked`, in the order of the index. These operators use the index under any
 * plan; `like` does not.
 */
function beginning(
  programId: number,
  { by, table, letters, where, begins, rank: placed }: Sort,
  place: number,
): RawBuilder<unknown> {
  const text = sql.raw(letters);
  const columns =
    table === 'orders'
      ? sql`t.customer_id as id, coalesce(t.number, t.merchant_id) as "order"`
      : sql`coalesce(t.merged_into, t.id) as id, null::text as "order"`;
  return sql`(select ${columns}, ${placed} as rank, ${text} as letters, ${sql.lit(by)}::text as "by",
      ${sql.lit(place)}::int as sort
    from ${sql.table(table)} t
    where t.program_id = ${programId} and ${sql.raw(where)}
      and ${text} ~>=~ ${begins} and ${text} ~<~ (${begins} || chr(1114111))
    order by ${text} using ~<~ limit ${LOOKED_AT})`;
}

/**
 * The owners of a whole code: the customer with the voucher or gift card, or the referrer of the friend who got the
 * code.
 */
function codes(deps: Secrets, programId: number, asked: string): RawBuilder<unknown> {
  const key = normaliseCode(asked);
  const columns = sql`null::text as "order", 0 as rank, '' as letters, 'code' as "by", -1 as sort`;
  const claims = (condition: RawBuilder<SqlBool>) =>
    sql`select customer_id as id, ${columns} from claimed_rewards where program_id = ${programId} and ${condition}`;
  return sql.join(
    [
      claims(sql`code_key = ${key}`),
      claims(sql`code_hash = any(${giftCardHashes(deps, asked)}::bytea[])`),
      sql`select referrer_id as id, ${columns} from referrals where program_id = ${programId} and code_key = ${key}`,
    ],
    sql` union all `,
  );
}
