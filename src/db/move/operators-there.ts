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
 * Finds the operators of these rows at the target, by their addresses. A missing operator is added there, without a way
 * to sign in and without rights other than the roles that are copied. Returns how many were added.
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

/**
 * Operators at the target now get a role in the program. Links and sessions that the target gave out for their
 * addresses before must not open the program: deletes the unused links and the sessions. Returns the addresses with a
 * role that the target knew before.
 */
export async function admitOperators(
  source: pg.Client,
  target: pg.Client,
  programId: number,
): Promise<string[]> {
  const own = 'operator_id in (select r.operator_id from operator_roles r where r.program_id = $1)';
  for (const table of ['operator_links', 'operator_sessions'])
    await target.query(`delete from ${table} where ${own}`, [programId]);
  const { rows: known } = await source.query<{ there: number }>(`select there from ${THERE} where not made`);
  const { rows } = await target.query<{ email: string }>(
    `select email from operators where id = any($2) and id in
       (select r.operator_id from operator_roles r where r.program_id = $1) order by lower(email)`,
    [programId, known.map(({ there }) => there)],
  );
  return rows.map(({ email }) => email);
}
