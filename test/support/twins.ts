import { sql } from 'kysely';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';

type Row = Record<string, unknown>;

/** The sequence that gives the ids of a table. Tables with the same one are ordered among each other. */
const IDS: Record<string, string> = {
  customers: 'customer',
  orders: 'order',
  order_states: 'state',
  activities: 'entry',
  claimed_rewards: 'entry',
  tier_entries: 'entry',
  adjustments: 'entry',
  expiries: 'entry',
  lots: 'lot',
  transactions: 'transaction',
  referrals: 'referral',
  reported_activities: 'report',
};

/** The sequence of the ids in a column. */
const REFERENCES: Record<string, string> = {
  customer_id: 'customer',
  referrer_id: 'customer',
  referee_id: 'customer',
  referred_by: 'customer',
  merged_into: 'customer',
  order_id: 'order',
  used_by_order_id: 'order',
  activity_id: 'entry',
  claimed_reward_id: 'entry',
  adjustment_id: 'entry',
  expiry_id: 'entry',
  transaction_id: 'transaction',
  lot_id: 'lot',
};

/** Columns of chance, of the program itself, and of the way that a write took. */
const LEFT_OUT =
  /^(program_id|version|code|code_key|code_hash|code_sealed|code_last_characters|referral_id|referee_key|address_key|redemption_id|terms)$/;

const TABLES = [
  ...Object.keys(IDS),
  'usage_counters',
  'lot_allocations',
  'gift_card_uses',
  'reward_stock',
  'carts',
];

/**
 * Everything that the database holds of a program, comparable with another program: ids are places in their sequence,
 * and entries of the configuration are named by their keys. Several waiting changes of one customer are one, as they
 * are to its receivers.
 */
export async function comparableRows({ db }: Pick<Deps, 'db'>, program: Program): Promise<object> {
  const { rows } = await sql<{ name: string; row: Row }>`${sql.join(
    [...TABLES, 'webhook_events'].map(
      (table) =>
        sql`select ${table} as name, to_jsonb(t) as row from ${sql.table(table)} t where program_id = ${program.id}`,
    ),
    sql` union all `,
  )}`.execute(db);
  const tables = new Map<string, Row[]>([...TABLES, 'webhook_events'].map((table) => [table, []]));
  for (const { name, row } of rows) tables.get(name)!.push(row);
  const places = placesOf(tables);
  const keys = new Map(
    [
      ...program.rules,
      ...program.rewards,
      ...program.tiers,
      ...program.conditional_tiers,
      ...program.sites,
    ].map(({ id, key }) => [id, key]),
  );
  const name = (value: unknown) => (typeof value === 'number' ? (keys.get(value) ?? value) : value);
  const codes = tables
    .get('claimed_rewards')!
    .flatMap(({ id, code, redemption_id }) =>
      [code, redemption_id].flatMap((text) => (text ? [[id, text as string] as const] : [])),
    );
  const named = (text: string) =>
    codes.reduce((rest, [id, code]) => rest.replaceAll(code, `code ${places.get(`entry ${id}`)}`), text);
  const comparable = (table: string, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !LEFT_OUT.test(column))
        .map(([column, value]) => {
          if (column === 'id') return [column, places.get(`${IDS[table]} ${value}`)];
          if (column === 'changed_id') return [column, value !== null];
          if (value !== null && column in REFERENCES)
            return [column, places.get(`${REFERENCES[column]} ${value}`)];
          if (column === 'redemption_ids') return [column, (value as string[]).map(named).sort()];
          if (column === 'led_to') return [column, withKeys(value as Row, keys)];
          return [column, /_id$/.test(column) ? name(value) : value];
        }),
    );
  const sorted = (rows: object[]) => rows.map((row) => named(JSON.stringify(row))).sort();
  const events = tables.get('webhook_events')!.map(({ customer_id, kind, subject_id, created_at }) => ({
    customer: places.get(`customer ${customer_id}`),
    kind,
    subject: subject_id !== null,
    created_at: kind === 'customer_changed' ? null : created_at,
  }));
  const changed = events.filter(({ kind }) => kind === 'customer_changed');
  return {
    ...Object.fromEntries(
      TABLES.map((table) => [table, sorted(tables.get(table)!.map((row) => comparable(table, row)))]),
    ),
    changed: [...new Set(sorted(changed))],
    events: sorted(events.filter(({ kind }) => kind !== 'customer_changed')),
  };
}

/** The report of a correction, with its earnings by the keys of the rules. */
function withKeys({ earnings, ...state }: Row, keys: ReadonlyMap<number, string>): Row {
  if (!earnings) return state;
  const named = Object.entries(earnings).map(([id, earning]) => [keys.get(Number(id)), earning]);
  return { ...state, earnings: Object.fromEntries(named) };
}

/** The place of each id among the ids of its sequence that the program uses. */
function placesOf(tables: ReadonlyMap<string, Row[]>): Map<string, number> {
  const ids = new Map<string, number[]>();
  for (const [table, sequence] of Object.entries(IDS)) {
    const own = tables.get(table)!.map(({ id }) => id as number);
    ids.set(sequence, [...(ids.get(sequence) ?? []), ...own]);
  }
  const places = new Map<string, number>();
  for (const [sequence, own] of ids) {
    for (const [place, id] of own.sort((a, b) => a - b).entries()) places.set(`${sequence} ${id}`, place);
  }
  return places;
}
