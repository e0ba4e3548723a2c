import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import { platformKey } from '../core/platform-key.ts';
import type { Secrets } from '../core/secrets.ts';
import { type CustomerChoice, isChosen } from './customer-choice.ts';
import type { Db } from './listed-customer.ts';

export interface CustomerQuestion extends CustomerChoice {
  /**
   * The beginning of a name, an email, an id in the store, or an order's id or number; or, if those are searched, a whole
   * code.
   */
  asked: string;
  /** Whether orders are searched too. */
  orders: boolean;
  /** Whether whole codes are searched too. */
  codes: boolean;
  limit: number;
}

/** The thing by which a customer was found. */
export interface FoundCustomer {
  id: number;
  by: 'id' | 'email' | 'name' | 'order' | 'code';
  /** The order's id in the store or its number; null for anything but an order. */
  order: string | null;
}

export interface FoundCustomers {
  /** Whole ids and codes first, then emails, names, beginnings of ids, and orders, each in the order of its letters. */
  found: FoundCustomer[];
  /** There may be others. Longer words find them. */
  more: boolean;
}

/** So many of each sort are looked at, in the order of their letters. It bounds the time that short words take. */
const LOOKED_AT = 500;

/**
 * Finds customers by the beginnings of words, in one statement over indexes alone. An erased customer is not found, and
 * a merged one leads to its survivor. A code is found whole only: if its beginning found it, whoever may search could
 * read it letter by letter, and no audit would say so.
 */
export async function searchCustomers(
  deps: Db & Secrets,
  programId: number,
  question: CustomerQuestion,
): Promise<FoundCustomers> {
  const { orders, limit } = question;
  const asked = question.asked.trim();
  // Postgres holds no text with U+0000, so nobody has it.
  if (asked === '' || asked.includes('\0')) return { found: [], more: false };
  const sorts = [...customerSorts(asked), ...(orders ? orderSorts(asked) : [])];
  const candidates = [
    ...sorts.map((sort, place) => beginning(programId, sort, place)),
    ...(question.codes ? [codes(deps, programId, asked)] : []),
  ];
  // The ids as an array keep Postgres from reading all customers, however many it expects to be found.
  // That some were cut off is in a row that is always there: those who were looked at may all be of other tiers.
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

/** Texts of one index. The rows have the name `t`. */
interface Sort {
  by: FoundCustomer['by'];
  table: 'customers' | 'orders';
  /** The text as its index has it. */
  letters: string;
  /** The condition of its index. */
  where: string;
  begins: RawBuilder<string>;
  /** Ascending in the order in which sorts are shown. */
  rank: RawBuilder<number>;
}

const rank = (place: number) => sql<number>`${sql.lit(place)}::int`;
const lowered = (text: string) => sql<string>`lower(${text}::text)`;
/** Whole ids come before all else. */
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
 * The customers whose text begins so, in the order of its index. The operators take the index under any plan, which
 * `like` does not.
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

/** The owner of a code, a voucher's or a gift card's, or of the invitation of a friend who was given it. */
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
