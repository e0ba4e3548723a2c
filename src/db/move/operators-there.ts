import type pg from 'pg';
import type { ProgramTable } from './program-table.ts';

/** In the session of the source: the ids that its operators have at the target. */
const THERE = 'pg_temp.operators_there';

/** Makes the list of operators, empty, for the session of the source. */
export async function beginOperators(source: pg.ClientBase): Promise<void> {
  await source.query(`create temporary table operators_there (id bigint primary key, there bigint not null)`);
}

/**
 * A column of the row `t` as the target has it: an operator there has another id than here. One whom nobody knows any
 * more is given a negative id, so nobody there is taken for that person.
 */
export function columnThere(source: pg.Client, { name, columns }: ProgramTable, column: string): string {
  const own = `t.${source.escapeIdentifier(column)}`;
  const there = (id: string) => `coalesce((select o.there from ${THERE} o where o.id = ${id}), -abs(${id}))`;
  if (column === 'operator_id') return there(own);
  if (column === 'actor_id' && columns.includes('actor_kind'))
    return `case when t.actor_kind = 'operator' then ${there(own)} else ${own} end`;
  if (name === 'program_drafts' && column === 'writers') {
    return `(select coalesce(jsonb_agg(case when w ->> 'kind' = 'operator'
        then jsonb_set(w, '{id}', to_jsonb(${there("(w ->> 'id')::bigint")})) else w end order by place), '[]')
      from jsonb_array_elements(t.writers) with ordinality e (w, place))`;
  }
  return own;
}

/** Reads the operators that rows name; undefined: rows of this table name none. */
export function operatorsIn({ name, columns }: ProgramTable, rows: string): string | undefined {
  if (columns.includes('operator_id')) return `select t.operator_id as id from ${rows}`;
  if (columns.includes('actor_id') && columns.includes('actor_kind'))
    return `select t.actor_id as id from ${rows} and t.actor_kind = 'operator'`;
  if (name === 'program_drafts')
    return `select (w ->> 'id')::bigint as id from (select t.writers from ${rows}) d, jsonb_array_elements(d.writers) w
      where w ->> 'kind' = 'operator'`;
  return undefined;
}

/**
 * Finds the operators of these rows at the target, by their addresses. One who is missing is written down there, without a
 * way to sign in and without rights beyond the roles that come along. Returns how many were written down.
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
    await source.query(`insert into ${THERE} values ($1, $2)`, [id, there ?? (await writeDown(target, row))]);
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
