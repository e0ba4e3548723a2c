import { type Kysely, type Selectable, sql } from 'kysely';
import type { OperatorRolesTable, OperatorsTable } from '../../db/operator-tables.ts';
import { ownLockKey } from '../../db/own-lock-key.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { type Page, type PageRequest, pageOf } from '../core/pagination.ts';
import type { Tx } from '../core/transaction.ts';
import type { Operator, Role } from './roles.ts';

export type OperatorRow = Selectable<OperatorsTable>;

/** Both keys of the lock; the first key means operators. */
const FIRST_ADMIN_LOCK = [0x6f70, 1] as const;

/** Makes other requests that would make the first admin wait until the transaction ends. */
export async function lockFirstAdmin(tx: Tx): Promise<void> {
  const [space, key] = FIRST_ADMIN_LOCK;
  await sql`select pg_advisory_xact_lock(${space}::int4, ${ownLockKey(sql<number>`${key}::int4`)})`.execute(
    tx,
  );
}

/** Whether there is an admin, joined or invited. */
export async function hasAdmin(db: Kysely<DB>): Promise<boolean> {
  const row = await db
    .selectFrom('operators')
    .select('id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The operator with an email, even a revoked one. Upper and lower case count as equal. */
export async function findOperatorByEmail(db: Kysely<DB>, email: string): Promise<OperatorRow | undefined> {
  return db
    .selectFrom('operators')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

export async function findOperatorRow(db: Kysely<DB>, id: number): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst();
}

/** An operator with its roles; undefined if the operator does not exist or was revoked. */
export async function findOperator(db: Kysely<DB>, id: number): Promise<Operator | undefined> {
  const { rows } = await sql<Operator>`
    select o.id, o.email, o.name, o.is_admin, ${ROLES_OF_O} as roles
      from operators o where o.id = ${id} and o.disabled_at is null`.execute(db);
  return rows[0];
}

/** The names by id; unknown ids are absent. */
export async function namesOfOperators(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('operators').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function lockOperator(tx: Tx, id: number): Promise<OperatorRow | undefined> {
  return tx.selectFrom('operators').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns undefined if an operator has this email already. */
export async function insertOperator(
  tx: Tx,
  operator: { email: string; name: string; is_admin: boolean; created_at: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('operators')
    .values({ ...operator, created_at: ts(operator.created_at) })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Moments in ms of the wall clock. */
export async function updateOperator(
  tx: Tx,
  id: number,
  { joined_at, disabled_at, ...rest }: Partial<Omit<OperatorRow, 'id' | 'created_at'>>,
): Promise<void> {
  await tx
    .updateTable('operators')
    .set({
      ...rest,
      ...(joined_at !== undefined && { joined_at: joined_at === null ? null : ts(joined_at) }),
      ...(disabled_at !== undefined && { disabled_at: disabled_at === null ? null : ts(disabled_at) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Stores the time step of a used code. Returns false if this step or a later one was stored before. */
export async function takeTotpStep(tx: Tx, id: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operators')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Gives a locked operator a role in a program in which it has none. `by_groups`: the groups of the provider give the
 * role.
 */
export async function insertRole(
  tx: Tx,
  role: { program_id: number; operator_id: number; role: Role; by_groups?: boolean },
): Promise<void> {
  await tx.insertInto('operator_roles').values(role).execute();
}

export type RoleRow = Pick<Selectable<OperatorRolesTable>, 'program_id' | 'role' | 'by_groups'>;

/** An operator's roles, one in each of its programs. */
export async function listRolesOf(db: Kysely<DB>, operatorId: number): Promise<RoleRow[]> {
  return db
    .selectFrom('operator_roles')
    .select(['program_id', 'role', 'by_groups'])
    .where('operator_id', '=', operatorId)
    .orderBy('program_id')
    .execute();
}

/** The role of an operator in a program; undefined: none. */
export async function findRole(
  db: Kysely<DB>,
  operatorId: number,
  programId: number,
): Promise<Role | undefined> {
  const roles = await listRolesOf(db, operatorId);
  return roles.find(({ program_id }) => program_id === programId)?.role;
}

/** The programs in which an operator has a role. */
export async function listProgramsOf(db: Kysely<DB>, operatorId: number): Promise<number[]> {
  return (await listRolesOf(db, operatorId)).map(({ program_id }) => program_id);
}

/** Deletes an operator's roles, or its role in one program. Returns the deleted ones. */
export async function deleteRoles(tx: Tx, operatorId: number, programId: number | null): Promise<RoleRow[]> {
  let roles = tx.deleteFrom('operator_roles').where('operator_id', '=', operatorId);
  if (programId !== null) roles = roles.where('program_id', '=', programId);
  return roles.returning(['program_id', 'role', 'by_groups']).execute();
}

/** An operator in the form for the people who manage operators. */
export interface OperatorRecord extends Operator {
  /** The programs in which a group gives its role. */
  programs_by_groups: readonly number[];
  has_password: boolean;
  has_totp: boolean;
  created_at: number;
  joined_at: number | null;
  disabled_at: number | null;
  /** The moment of the last request, among the sessions that still exist. */
  seen_at: number | null;
}

/** In the order of emails, including revoked operators; `programId`: only operators with a role in that program. */
export async function listOperators(db: Kysely<DB>, programId: number | null): Promise<OperatorRecord[]> {
  const { rows } = await sql<OperatorRecord>`
    select ${RECORD_OF_O} from operators o
      where ${programId}::bigint is null
        or exists (select from operator_roles r where r.operator_id = o.id and r.program_id = ${programId})
      order by lower(o.email)`.execute(db);
  return rows;
}

/** A page of all operators of the server in the order of emails; revoked operators come last. */
export async function listOperatorPage(
  db: Kysely<DB>,
  request: Pick<PageRequest, 'from' | 'limit'>,
): Promise<Page<OperatorRecord>> {
  const { from, limit } = request;
  const [beyond, way] = from?.way === 'prev' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const there = sql`(select f.disabled_at is not null, lower(f.email) from operators f where f.id = ${from?.id})`;
  const { rows } = await sql<OperatorRecord>`
    select ${RECORD_OF_O} from operators o
      where ${from ? sql`(o.disabled_at is not null, lower(o.email)) ${beyond} ${there}` : sql`true`}
      order by o.disabled_at is not null ${way}, lower(o.email) ${way} limit ${limit + 1}`.execute(db);
  return pageOf(rows, { ...request, offset: 0 });
}

/** The roles, by program, of the operator that the statement calls `o`. */
export const ROLES_OF_O = sql<Operator['roles']>`
  coalesce((select jsonb_object_agg(r.program_id, r.role) from operator_roles r where r.operator_id = o.id), '{}')`;

const RECORD_OF_O = sql`
  o.id, o.email, o.name, o.is_admin, ${ROLES_OF_O} as roles, o.password is not null as has_password,
  o.totp_secret is not null as has_totp, o.created_at, o.joined_at, o.disabled_at,
  (select max(s.seen_at) from operator_sessions s where s.operator_id = o.id) as seen_at,
  coalesce((select jsonb_agg(r.program_id) from operator_roles r where r.operator_id = o.id and r.by_groups), '[]')
    as programs_by_groups`;
