import { type RawBuilder, sql } from 'kysely';
import { changeVintages, type PointsChange, type Vintage, type VintageChange } from '../books/vintages.ts';
import type { Tx } from '../core/transaction.ts';
import type { Flow } from '../ledger/flows.ts';

/** The flow of a transaction. `points` is the figure of that flow. */
export interface FlowOfCustomer {
  customer_id: number;
  flow: Flow;
  points: number;
  /** Numbered as in a vintage. */
  month: number;
}

/** A set of figures of a program that belong together: the set that reports read, or the set that a rebuild writes. */
interface Generation {
  program_id: number;
  generation: number;
}

/** The month of a date, numbered as in a vintage. */
export function monthOf(date: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(year from ${date}) * 12 + extract(month from ${date}) - 1)::int`;
}

function firstDayOf(month: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`make_date(${month} / 12, ${month} % 12 + 1, 1)`;
}

/** Adds flows, in the order of their transactions, to the vintages of the customers and to the program's ages. */
export async function addVintages(tx: Tx, of: Generation, flows: readonly FlowOfCustomer[]): Promise<void> {
  if (flows.length === 0) return;
  const vintages = await readVintages(tx, of, [...new Set(flows.map(({ customer_id }) => customer_id))]);
  const before = new Set([...vintages].flatMap(([id, own]) => own.map((vintage) => stateOf(id, vintage))));
  const ages = new Map<string, Age>();
  for (const { customer_id, ...flow } of flows) {
    for (const change of changeVintages(vintages.get(customer_id)!, changeOf(flow))) addToAges(ages, change);
  }
  const changed = [...vintages].flatMap(([customer_id, own]) =>
    own
      .filter((vintage) => !before.has(stateOf(customer_id, vintage)))
      .map((vintage) => ({ customer_id, ...vintage })),
  );
  await writeVintages(tx, of, changed);
  await writeAges(tx, of, [...ages.values()]);
}

/** A text that is equal for equal states of a customer's vintage. */
function stateOf(customerId: number, { month, left, redeemed }: Vintage): string {
  return `${customerId} ${month} ${left} ${redeemed}`;
}

function changeOf({ flow, points, month }: Omit<FlowOfCustomer, 'customer_id'>): PointsChange {
  return { kind: kindOf(flow, points), points: Math.abs(points), month };
}

function kindOf(flow: Flow, points: number): PointsChange['kind'] {
  switch (flow) {
    case 'redeemed':
    case 'refunded':
    case 'expired':
      return flow;
    case 'earned':
    case 'added':
      return 'got';
    case 'voided':
    case 'removed':
      return 'undone';
    case 'merged':
    case 'imported':
      return points > 0 ? 'got' : 'undone';
  }
}

type Age = { vintage: number; month: number } & Record<VintageChange['kind'], number>;

function addToAges(ages: Map<string, Age>, { vintage, month, kind, points }: VintageChange): void {
  const name = `${vintage} ${month}`;
  const age = ages.get(name) ?? { vintage, month, got: 0, undone: 0, redeemed: 0, expired: 0 };
  age[kind] += points;
  ages.set(name, age);
}

async function readVintages(
  tx: Tx,
  { program_id, generation }: Generation,
  customers: readonly number[],
): Promise<Map<number, Vintage[]>> {
  const { rows } = await sql<{ customer_id: number; month: number; left: number; redeemed: number }>`
    select customer_id, ${monthOf(sql`vintage`)} as month, points_left as left, redeemed from report_vintages
      where program_id = ${program_id} and generation = ${generation} and customer_id = any(${customers})
      order by customer_id, vintage`.execute(tx);
  const vintages = new Map(customers.map((id): [number, Vintage[]] => [id, []]));
  for (const { customer_id, ...vintage } of rows) vintages.get(customer_id)!.push(vintage);
  return vintages;
}

async function writeVintages(
  tx: Tx,
  { program_id, generation }: Generation,
  rows: readonly (Vintage & { customer_id: number })[],
): Promise<void> {
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  await sql`
    insert into report_vintages (program_id, generation, customer_id, vintage, points_left, redeemed)
      select ${program_id}::bigint, ${generation}::int, customer_id, ${firstDayOf(sql`month`)}, points_left, redeemed
        from unnest(${column('customer_id')}::bigint[], ${column('month')}::int[], ${column('left')}::bigint[],
          ${column('redeemed')}::bigint[]) as changed (customer_id, month, points_left, redeemed)
        order by customer_id, month
      on conflict (program_id, generation, customer_id, vintage) do update
        set points_left = excluded.points_left, redeemed = excluded.redeemed`.execute(tx);
}

async function writeAges(
  tx: Tx,
  { program_id, generation }: Generation,
  ages: readonly Age[],
): Promise<void> {
  await sql`
    insert into report_ages as kept (program_id, generation, vintage, month, got, undone, redeemed, expired)
      select ${program_id}::bigint, ${generation}::int, ${firstDayOf(sql`vintage`)}, ${firstDayOf(sql`month`)},
          got, undone, redeemed, expired
        from jsonb_to_recordset(${JSON.stringify(ages)}::jsonb)
          as changed (vintage int, month int, got bigint, undone bigint, redeemed bigint, expired bigint)
        order by vintage, month
      on conflict (program_id, generation, vintage, month) do update
        set got = kept.got + excluded.got, undone = kept.undone + excluded.undone,
          redeemed = kept.redeemed + excluded.redeemed, expired = kept.expired + excluded.expired`.execute(
    tx,
  );
}
