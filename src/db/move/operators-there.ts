import type pg from 'pg';
import type { ProgramTable } from './program-table.ts';

/** A table in the session of the source: the ids that its operators have at the target. */
const THERE = 'pg_temp.operators_there';

/** Makes the empty table of operators for the session of the source. */
export async function beginOperators(source: pg.ClientBase): Promise<void> {
  await source.query(
    `create temporary table operators_there (id bigint primary key, there bigint not null, made boolean not null)`,
  );
}

/**
 * The id at the target of an operator, which differs from the id here. A deleted operator gets a negative id, which
 * nobody has at the target.
 */
function idThere(id: string): string {
  return `coalesce((select o.there from ${THERE} o where o.id = ${id}), -abs(${id}))`;
}

/** Columns that contain an operator's id in every table. */
const OF_OPERATORS: readonly string[] = ['operator_id', 'approved_by'];

/**
 * Ids of operators in other columns of the row `t`, by table and column. `ids`: the query that finds them; `there`: the
 * column with the ids of the target.
 */
const WITHIN: Record<string, Record<string, { ids: (rows: string) => string; there: string }>> = {
  audit_entries: {
    subject_id: {
      ids: (rows) => `select t.subject_id::bigint as id from ${rows} and t.subject_kind = 'operator'`,
      there: `case when t.subject_kind = 'operator' then (${idThere('t.subject_id::bigint')})::text else t.subject_id end`,
    },
    details: {
      ids: (rows) =>
        `select (t.details ->> 'approved_by')::bigint as id from ${rows} and t.details ? 'approved_by'`,
      there: `case when t.details ? 'approved_by' then jsonb_set(t.details, '{approved_by}',
          to_jsonb(${idThere("(t.details ->> 'approved_by')::bigint")})) else t.details end`,
    },
  },
  program_drafts: {
    writers: {
      ids: (rows) =>
        `select (w ->> 'id')::bigint as id from (select t.writers from ${rows}) d, jsonb_array_elements(d.writers) w
           where w ->> 'kind' = 'operator'`,
      there: `(select coalesce(jsonb_agg(case when w ->> 'kind' = 'operator'
          then jsonb_set(w, '{id}', to_jsonb(${idThere("(w ->> 'id')::bigint")})) else w end order by place), '[]')
        from jsonb_array_elements(t.writers) with ordinality e (w, place))`,
    },
  },
};

/** The SQL for a column of the row `t` with the ids of the target. */
export function columnThere(source: pg.Client, { name, columns }: ProgramTable, column: string): string {
  const own = `t.${source.escapeIdentifier(column)}`;
  if (OF_OPERATORS.includes(column)) return idThere(own);
  if (column === 'actor_id' && columns.includes('actor_kind'))
    return `case when t.actor_kind = 'operator' then ${idThere(own)} else ${own} end`;
  return WITHIN[name]?.[column]?.there ?? own;
}

/** The SQL for the keys of rows, from the columns `name` and `key`, with the ids of the target. */
export function keyThere(tables: readonly ProgramTable[]): string {
  return tables
    .flatMap(({ name, key }) => key.filter((column) => OF_OPERATORS.includes(column)).map((c) => [name, c]))
    .reduce(
      (rest, [name, column]) => `case when name = '${name}' then jsonb_set(key, '{${column}}',
        to_jsonb(${idThere(`(key ->> '${column}')::bigint`)})) else ${rest} end`,
      'key',
    );
}

/** The query for the operators whom rows name; undefined: rows of this table name none. */
export function operatorsIn({ name, columns }: ProgramTable, rows: string): string | undefined {
  const parts = OF_OPERATORS.filter((column) => columns.includes(column)).map(
    (column) => `select t.${column} as id from ${rows}`,
  );
  if (columns.includes('actor_id') && columns.includes('actor_kind'))
    parts.push(`select t.actor_id as id from ${rows} and t.actor_kind = 'operator'`);
  for (const { ids } of Object.values(WITHIN[name] ?? {})) parts.push(ids(rows));
  return parts.length === 0 ? undefined : parts.join(' union ');
}

/**
 * Finds the operators of these rows at the target, by their addresses, so that the rows go on naming them. A missing
 * operator is added there, without a way to sign in and without rights other than the roles that are copied. Returns how
 * many were added.
 */
export async function findOperators(source: pg.Client, target: pg.Client, ids: string): Promise<number> {
  const { rows } = await source.query<{ id: number; email: string; row: string }>(
    `select o.id, o.email, to_jsonb(o)::text as row from operators o
       where o.id in (${ids}) and not exists (select from ${THERE} known where known.id = o.id) order by o.id`,
  );
  let made = 0;
  for (const { id, email, row } of rows) {
    const there = await findByEmail(target, email);
    if (there === undefined) made += 1;
    await source.query(`insert into ${THERE} values ($1, $2, $3)`, [
      id,
      there ?? (await writeDown(target, row)),
      there === undefined,
    ]);
  }
  return made;
}

async function findByEmail(target: pg.Client, email: string): Promise<number | undefined> {
  const { rows } = await target.query<{ id: number }>(
    'select id from operators where lower(email) = lower($1)',
    [email],
  );
  return rows[0]?.id;
}

async function writeDown(target: pg.Client, row: string): Promise<number> {
  const { rows } = await target.query<{ id: number }>(
    `insert into operators (email, name, language, created_at, disabled_at)
       select email, name, language, created_at, disabled_at from jsonb_populate_record(null::operators, $1::jsonb)
       returning id`,
    [row],
  );
  return rows[0]!.id;
}

/** An operator whom the target knew before, with the role that it had in the program. */
interface KnownRole {
  email: string;
  role: string;
}

/** The roles of operators whom the target knew before; null: an earlier run found them. */
export interface KnownRoles {
  roles_withheld: KnownRole[] | null;
  roles_kept: KnownRole[] | null;
}

/**
 * Takes the roles that came with the program from the operators whom the target knew before, unless they `keep` them. Their
 * email proves nothing: an owner of another program there may have invited it, and have joined by the link. So an admin of
 * the target gives these roles again, or whoever moves the program says that they are the same people. The audit contains
 * the roles, for a command that is killed before it prints them.
 */
export async function settleRoles(
  source: pg.ClientBase,
  target: pg.ClientBase,
  programId: number,
  keep: boolean,
): Promise<KnownRoles> {
  const { rows: known } = await source.query<{ there: number }>(`select there from ${THERE} where not made`);
  const theirs = 'operator_roles where program_id = $1 and operator_id = any($2)';
  const { rows } = await target.query<KnownRole>(
    `with settled as (
         ${keep ? `select operator_id, role from ${theirs}` : `delete from ${theirs} returning operator_id, role`}),
       noted as (
         insert into audit_entries
             (program_id, actor_kind, actor_name, action, subject_kind, subject_id, details, created_at)
           select $1, 'command', 'program move', $3, 'operator', operator_id::text,
               jsonb_build_object('role', role), now() from settled)
     select o.email, s.role from settled s join operators o on o.id = s.operator_id order by lower(o.email)`,
    [programId, known.map(({ there }) => there), keep ? 'operator.invited' : 'operator.revoked'],
  );
  return keep ? { roles_withheld: [], roles_kept: rows } : { roles_withheld: rows, roles_kept: [] };
}
