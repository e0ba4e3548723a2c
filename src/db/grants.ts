import type pg from 'pg';
import { analystsOf } from './analysts.ts';

/** Tables in which the server's role may not change every row and column. */
const NARROWED: Record<string, string[]> = {
  transactions: ['select', 'insert'],
  activities: [
    'select',
    'insert',
    'update (state, approves_at, resolved_at, taken_back, spared, forgone, reclaimed, voided_by_hand, updated_at, changed_id, customer_id)',
  ],
  adjustments: ['select', 'insert'],
  tier_entries: ['select', 'insert'],
  member_changes: ['select', 'insert'],
  sales_changes: ['select', 'insert'],
  referral_changes: ['select', 'insert'],
  expiries: ['select', 'insert'],
  lots: ['select', 'insert', 'update (remaining, expired, lent, owed, expires_at)'],
  lot_allocations: ['select', 'insert'],
  audit_entries: ['select', 'insert'],
  program_versions: ['select', 'insert'],
  order_states: ['select', 'insert'],
  closed_months: ['select', 'insert'],
  migrations: ['select'],
};

/** All that the server's role may do with a table that is not narrowed. */
const WHOLE = ['select', 'insert', 'update', 'delete'];

/** The rights that the server's role needs on a table: `update` also if it is on some columns alone. */
export function grantedRights(table: string): string[] {
  return (NARROWED[table] ?? WHOLE).map((right) => right.split(' ')[0]!);
}

/**
 * Grants the server's role the rights that it needs in the current schema, and revokes all others. The tables' owner
 * runs it in its transaction after every migration, so new tables are covered automatically.
 */
export async function grantServerRole(client: pg.ClientBase, role: string): Promise<void> {
  const grantee = quote(role);
  const { rows } = await client.query<{
    schema: string;
    tables: string[];
    sequences: string[];
    columns: string[];
  }>(
    `select current_schema() as schema,
            array(select tablename::text from pg_tables
                  where schemaname = current_schema() and tableowner = current_user order by 1) as tables,
            array(select sequencename::text from pg_sequences
                  where schemaname = current_schema() and sequenceowner = current_user order by 1) as sequences,
            array(select table_name || '.' || column_name from information_schema.columns
                  where table_schema = current_schema()) as columns`,
  );
  const { schema, tables, sequences, columns } = rows[0]!;
  const within = quote(schema);
  const statements = [`grant usage on schema ${within} to ${grantee}`];
  for (const sequence of sequences) {
    // select: the triggers that announce ids read a sequence's last value.
    statements.push(`grant usage, select on sequence ${within}.${quote(sequence)} to ${grantee}`);
  }
  for (const table of tables) {
    const name = `${within}.${quote(table)}`;
    const rights = (NARROWED[table] ?? WHOLE).map((right) => onColumnsSoFar(right, table, columns));
    statements.push(
      `revoke all on ${name} from ${grantee}`,
      `grant ${rights.join(', ')} on ${name} to ${grantee}`,
    );
  }
  await client.query(statements.join(';\n'));
}

/**
 * Makes the views for analysts, if an operator has made their schema since. Lets the analysts' role, if there is one, read
 * them, and takes from it whatever else it was granted in the server's schema.
 */
export async function grantAnalyst(client: pg.ClientBase, schema: string): Promise<void> {
  const { views, role } = analystsOf(schema);
  const { rows } = await client.query<{ missing: boolean; ready: boolean }>(
    `select to_regproc('make_analytics') is not null and to_regclass($2) is null
              and coalesce(has_schema_privilege(to_regnamespace($3), 'create'), false) as missing,
            exists (select from pg_roles where rolname = $1) as ready`,
    [role, `${views}.daily_points`, views],
  );
  const { missing, ready } = rows[0]!;
  if (missing) await client.query('select make_analytics()');
  const { rows: made } = await client.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    `${views}.daily_points`,
  ]);
  if (!ready || !made[0]!.made) return;
  const [own, shown, reader] = [schema, views, role].map(quote);
  await client.query(
    [
      `revoke all on all tables in schema ${own} from ${reader}`,
      `revoke all on all sequences in schema ${own} from ${reader}`,
      `grant usage on schema ${shown} to ${reader}`,
      `grant select on all tables in schema ${shown} to ${reader}`,
    ].join(';\n'),
  );
}

/** `update (a, b)` without columns that only a later migration adds. */
function onColumnsSoFar(right: string, table: string, columns: string[]): string {
  return right.replace(/\((.*)\)/, (_match, list: string) => {
    const present = list.split(', ').filter((column) => columns.includes(`${table}.${column}`));
    return `(${present.join(', ')})`;
  });
}

/**
 * Whether grants protect the ledger from the server's role, and not its triggers alone. They do if the role neither
 * owns the tables nor may act as their owner.
 */
export async function ledgerHeldByGrants(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select not pg_has_role(current_user, relowner, 'member') as held from pg_class where oid = 'transactions'::regclass`,
  );
  return rows[0]?.held ?? false;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
