import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DataKeysTable } from './server-tables.ts';
import type { DB } from './tables.ts';
import { ts } from './timestamps.ts';
import { keyOfBefore, unwrapKey, wrapKey } from './wrapped-key.ts';

/** The data keys, unwrapped. */
export interface DataKeys {
  /** The key for all new data. */
  secret: Buffer;
  /** Keys under which older data may be encrypted. */
  formerSecrets: readonly Buffer[];
}

/** SECRET_KEY does not open the keys of the database. The message says what to do. */
export class SecretKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretKeyError';
  }
}

const IF_LOST =
  'If it is lost, "loyaltyd secret renew" makes new keys; "loyaltyd secret renew --help" says what that costs.';
const NEEDS_KEY = `This database's keys are wrapped by a SECRET_KEY, and none is set. Set SECRET_KEY or SECRET_KEY_FILE to the one that its servers have. ${IF_LOST}`;
const OTHER_KEY = `SECRET_KEY is not the one that wraps this database's keys. Set the one that its servers had. To change it, set that one and run: loyaltyd secret rotate --to FILE, where FILE holds the new one. ${IF_LOST}`;
const HAD_KEY = `The gift cards, referred friends or webhooks of this database were made with a SECRET_KEY, and none is set. Set SECRET_KEY or SECRET_KEY_FILE to the one that its servers had. ${IF_LOST}`;

type Row = Selectable<DataKeysTable>;

/**
 * Opens the data keys. The first process ever makes them, or takes over the keys that older servers used. If keys are
 * stored unwrapped, a `server` with a SECRET_KEY wraps them. A command leaves that to a server, because its environment
 * may differ. Throws SecretKeyError if SECRET_KEY does not open the keys.
 */
export async function openDataKeys(
  db: Kysely<DB>,
  secretKey: string | null,
  opener: 'server' | 'command',
): Promise<DataKeys> {
  const wraps = opener === 'server' && secretKey !== null;
  const rows = withKeyOfBefore(await listKeys(db), secretKey);
  const isSettled = !(wraps && rows.some((row) => !row.wrapped));
  if (rows.some(hasValue) && isSettled) return opened(rows, secretKey);
  return withKeysLocked(db, async (tx) => {
    await takeOver(tx, secretKey);
    if (wraps) await storeAll(tx, await openedRows(tx, secretKey), secretKey);
    return opened(await listKeys(tx), secretKey);
  });
}

/** The result of `rotateDataKeys`. */
type Rotation = 'rotated' | 'rotated_before';

/**
 * Wraps the keys with `to` instead of `from`, all in one transaction; `to` null: they are stored unwrapped. Running
 * servers have the keys open already and go on. Throws SecretKeyError if neither `from` nor `to` opens them.
 */
export async function rotateDataKeys(
  db: Kysely<DB>,
  from: string | null,
  to: string | null,
): Promise<Rotation> {
  return withKeysLocked(db, async (tx) => {
    await takeOver(tx, from);
    const rows = await listKeys(tx);
    if (rows.every((row) => isOpenedBy(row, to)) && !rows.every((row) => isOpenedBy(row, from)))
      return 'rotated_before';
    await storeAll(tx, await openedRows(tx, from), to);
    // This row represented the SECRET_KEY of older servers, and the new key is another one.
    await tx.deleteFrom('data_keys').where('value', 'is', null).execute();
    return 'rotated';
  });
}

/**
 * Retires the keys that SECRET_KEY does not open, and makes a new key. Returns false if SECRET_KEY opens all of them.
 */
export async function renewDataKeys(db: Kysely<DB>, secretKey: string | null): Promise<boolean> {
  return withKeysLocked(db, async (tx) => {
    const rows = withKeyOfBefore(await listKeys(tx), secretKey);
    const lost = rows.filter((row) => openRow(row, secretKey) === undefined);
    if (lost.length === 0) return false;
    const retired_at = ts(Date.now());
    for (const { id } of lost) {
      await tx.updateTable('data_keys').set({ retired_at }).where('id', '=', id).execute();
    }
    await insertKey(tx, 'made', randomBytes(32), secretKey);
    return true;
  });
}

/**
 * Brings back the keys that a former SECRET_KEY opens: the retired keys or, if there are none, the key that older
 * servers derived, which stored no keys in the database. Throws SecretKeyError if today's SECRET_KEY does not open the
 * present keys.
 */
export async function recoverDataKeys(
  db: Kysely<DB>,
  secretKey: string | null,
  before: string,
): Promise<{ recovered: number }> {
  return withKeysLocked(db, async (tx) => {
    await takeOver(tx, secretKey);
    const present = opened(await listKeys(tx), secretKey);
    const retired = await tx
      .selectFrom('data_keys')
      .selectAll()
      .where('retired_at', 'is not', null)
      .execute();
    let recovered = 0;
    for (const row of retired) {
      const key = row.value === null ? keyOfBefore(before) : openRow(row, before);
      if (!key) continue;
      await storeKey(tx, row.id, key, secretKey);
      recovered += 1;
    }
    if (recovered > 0) return { recovered };
    const key = keyOfBefore(before);
    if ([present.secret, ...present.formerSecrets].some((known) => known.equals(key))) return { recovered };
    // The id is lower than every other id, so that new data still uses the present key.
    const { least } = await tx
      .selectFrom('data_keys')
      .select((eb) => eb.fn.min('id').as('least'))
      .executeTakeFirstOrThrow();
    await insertKey(tx, 'secret_key', key, secretKey, least - 1);
    return { recovered: 1 };
  });
}

/** The keys. The row without a value gets the key that older servers derived from SECRET_KEY. */
function withKeyOfBefore(rows: readonly Row[], secretKey: string | null): readonly Row[] {
  if (secretKey === null) return rows;
  return rows.map((row) => (hasValue(row) ? row : { ...row, value: keyOfBefore(secretKey) }));
}

/** Stores the first keys of a database: the key that older servers used if there is one, otherwise a new one. */
async function takeOver(tx: Transaction<DB>, secretKey: string | null): Promise<void> {
  const rows = await listKeys(tx);
  const toDerive = rows.find((row) => !hasValue(row));
  if (toDerive && secretKey !== null) await storeKey(tx, toDerive.id, keyOfBefore(secretKey), null);
  else if (!rows.some(hasValue)) {
    if (toDerive && (await hasKeyedData(tx))) throw new SecretKeyError(HAD_KEY);
    await insertKey(tx, 'made', randomBytes(32), null);
  }
}

function opened(rows: readonly Row[], secretKey: string | null): DataKeys {
  const keys = rows.filter(hasValue).map((row) => openRow(row, secretKey));
  if (keys.includes(undefined)) throw new SecretKeyError(secretKey === null ? NEEDS_KEY : OTHER_KEY);
  const [secret, ...formerSecrets] = (keys as Buffer[]).reverse();
  return { secret: secret!, formerSecrets };
}

async function openedRows(tx: Transaction<DB>, secretKey: string | null) {
  const rows = (await listKeys(tx)).filter(hasValue);
  opened(rows, secretKey);
  return rows.map((row) => ({ id: row.id, key: openRow(row, secretKey)! }));
}

function openRow(row: Row, secretKey: string | null): Buffer | undefined {
  if (!row.wrapped) return row.value ?? undefined;
  return secretKey === null ? undefined : unwrapKey(secretKey, row.id, row.value!);
}

function isOpenedBy(row: Row, secretKey: string | null): boolean {
  if (row.value === null) return true;
  return row.wrapped ? openRow(row, secretKey) !== undefined : secretKey === null;
}

function hasValue(row: Row): boolean {
  return row.value !== null;
}

async function storeAll(
  tx: Transaction<DB>,
  keys: readonly { id: number; key: Buffer }[],
  secretKey: string | null,
): Promise<void> {
  for (const { id, key } of keys) await storeKey(tx, id, key, secretKey);
}

async function storeKey(
  tx: Transaction<DB>,
  id: number,
  key: Buffer,
  secretKey: string | null,
): Promise<void> {
  const value = secretKey === null ? key : wrapKey(secretKey, id, key);
  await tx
    .updateTable('data_keys')
    .set({ value, wrapped: secretKey !== null, retired_at: null })
    .where('id', '=', id)
    .execute();
}

async function insertKey(
  tx: Transaction<DB>,
  origin: Row['origin'],
  key: Buffer,
  secretKey: string | null,
  id?: number,
): Promise<void> {
  const inserted = await tx
    .insertInto('data_keys')
    .values({ origin, value: key, created_at: ts(Date.now()), ...(id !== undefined && { id }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeKey(tx, inserted.id, key, secretKey);
}

/** The keys that are not retired, oldest first. */
async function listKeys(db: Kysely<DB>): Promise<Row[]> {
  return db.selectFrom('data_keys').selectAll().where('retired_at', 'is', null).orderBy('id').execute();
}

/** Runs `work` under a lock, so that other processes that open or change the keys wait. */
async function withKeysLocked<T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table data_keys in share row exclusive mode`.execute(tx);
    return work(tx);
  });
}

/** Whether the database has anything that a server hashed or encrypted. */
async function hasKeyedData(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ keyed: boolean }>`
    select exists (select from claimed_rewards where code_hash is not null)
        or exists (select from referrals) or exists (select from webhook_endpoints) as keyed`.execute(tx);
  return rows[0]!.keyed;
}
