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

/** All rights of the server's role on a table that is not in NARROWED. */
const WHOLE = ['select', 'insert', 'update', 'delete'];

/** The rights that the server's role needs on a table. `update` is included even if it covers some columns only. */
export function grantedRights(table: string): string[] {
  return (NARROWED[table] ?? WHOLE).map((right) => right.split(' ')[0]!);
}

/**
 * Grants the server's role the rights that it needs in the schema, and revokes all others. The owner of the tables runs
 * it in its transaction after every migration, and once for the migrations that make a schema, so that new tables are
 * covered automatically. Tables with the right grants are not touched: a grant takes time, and makes every session plan
 * its statements on that table again. A grant on the schema makes it plan all statements again.
 */
export async function grantServerRole(client: pg.ClientBase, schema: string, role: string): Promise<void> {
  const [within, grantee] = [quote(schema), quote(role)];
  const statements = await usageLacking(client, schema, role);
  for (const { relation, is_sequence, columns, held } of await readRelations(client, schema, role)) {
    const name = `${within}.${quote(relation)}`;
    if (is_sequence) {
      // select: the triggers that announce ids read the last value of a sequence.
      if (held.includes('usage') && held.includes('select')) continue;
      statements.push(`grant usage, select on sequence ${name} to ${grantee}`);
      continue;
    }
    const needed = (NARROWED[relation] ?? WHOLE).flatMap((right) => onColumnsSoFar(right, columns));
    if (isSame(held, needed)) continue;
    statements.push(
      `revoke all on ${name} from ${grantee}`,
      `grant ${needed.join(', ')} on ${name} to ${grantee}`,
    );
  }
  await client.query(statements.join(';\n'));
}

/**
 * The grant that lets a role use a schema, if the role itself lacks it. If the role of this connection cannot grant it,
 * the role keeps any right that it has in another way.
 */
async function usageLacking(client: pg.ClientBase, schema: string, role: string): Promise<string[]> {
  const { rows } = await client.query<{ lacking: boolean }>(
    `select not exists (select from aclexplode(n.nspacl) h where h.grantee = r.oid and h.privilege_type = 'USAGE')
              and (has_schema_privilege(n.oid, 'usage with grant option')
                or not has_schema_privilege(r.oid, n.oid, 'usage')) as lacking
     from pg_namespace n, pg_roles r where n.nspname = $1 and r.rolname = $2`,
    [schema, role],
  );
  return rows[0]?.lacking ? [`grant usage on schema ${quote(schema)} to ${quote(role)}`] : [];
}

interface Relation {
  relation: string;
  is_sequence: boolean;
  columns: string[];
  /** The rights that the table's owner granted the role: `select`, or `update (points)` for one column. */
  held: string[];
}

/** The tables and sequences of the schema that belong to the role of this connection. */
async function readRelations(client: pg.ClientBase, schema: string, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.relname as relation, c.relkind = 'S' as is_sequence,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
            array(select lower(h.privilege_type) || case when h.is_grantable then ' with grant option' else '' end
                  from aclexplode(c.relacl) h where h.grantee = r.oid and h.grantor = c.relowner
                  union all
                  select lower(h.privilege_type) || ' (' || a.attname || ')'
                      || case when h.is_grantable then ' with grant option' else '' end
                  from pg_attribute a, aclexplode(a.attacl) h
                  where a.attrelid = c.oid and a.attacl is not null
                    and h.grantee = r.oid and h.grantor = c.relowner) as held
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles o on o.oid = c.relowner
       join pg_roles r on r.rolname = $2
     where n.nspname = $1 and o.rolname = current_user and c.relkind in ('r', 'p', 'S')
     order by c.relname`,
    [schema, role],
  );
  return rows;
}

function isSame(some: string[], others: string[]): boolean {
  return JSON.stringify([...some].sort()) === JSON.stringify([...others].sort());
}

/**
 * Makes the views for analysts, if an operator has made their schema since. Lets the analysts' role read them if the
 * role exists, and revokes every other right of that role in the server's schema. Correct grants are not touched, as
 * above.
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
  const reader = quote(role);
  const statements = await usageLacking(client, views, role);
  for (const { relation, is_sequence } of await readOpenToAnalyst(client, schema, role)) {
    const kind = is_sequence ? 'sequence' : 'table';
    statements.push(`revoke all on ${kind} ${quote(schema)}.${quote(relation)} from ${reader}`);
  }
  for (const view of await readHiddenFromAnalyst(client, views, role)) {
    statements.push(`grant select on ${quote(views)}.${quote(view)} to ${reader}`);
  }
  await client.query(statements.join(';\n'));
}

/**
 * The tables and sequences of the server's schema on which their owner granted the role any right, even on one column.
 */
async function readOpenToAnalyst(
  client: pg.ClientBase,
  schema: string,
  role: string,
): Promise<Pick<Relation, 'relation' | 'is_sequence'>[]> {
  const { rows } = await client.query<Pick<Relation, 'relation' | 'is_sequence'>>(
    `select c.relname as relation, c.relkind = 'S' as is_sequence
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.rolname = $2
     where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and (exists (select from aclexplode(c.relacl) h where h.grantee = r.oid and h.grantor = c.relowner)
         or exists (select from pg_attribute a, aclexplode(a.attacl) h
                    where a.attrelid = c.oid and a.attacl is not null
                      and h.grantee = r.oid and h.grantor = c.relowner))
     order by c.relname`,
    [schema, role],
  );
  return rows;
}

/** The views, and everything else in their schema, that the role may not read yet. */
async function readHiddenFromAnalyst(client: pg.ClientBase, views: string, role: string): Promise<string[]> {
  const { rows } = await client.query<{ relation: string }>(
    `select c.relname as relation
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.rolname = $2
     where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from aclexplode(c.relacl) h where h.grantee = r.oid and h.privilege_type = 'SELECT')
     order by c.relname`,
    [views, role],
  );
  return rows.map(({ relation }) => relation);
}

/** Splits `update (a, b)` into one right per column, without columns that only a later migration adds. */
function onColumnsSoFar(right: string, columns: string[]): string[] {
  const [, verb, list] = /^(\w+) \((.*)\)$/.exec(right) ?? [];
  if (list === undefined) return [right];
  return list.split(', ').flatMap((column) => (columns.includes(column) ? [`${verb} (${column})`] : []));
}

/**
 * Whether grants protect the ledger from the server's role, in addition to the triggers. They do if the role neither
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
