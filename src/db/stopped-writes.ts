import { listTables, requireOwnTables } from './copy/copied-table.ts';
import { withClient } from './migrate.ts';
import { type LockRetries, withLockRetries } from './with-lock-retries.ts';

/** The name of the trigger and its function, which an operator may find in the database. */
const NAME = 'stopped_writes';

const PATIENT: LockRetries = { lock_timeout_ms: 10_000, attempts: 5, pause_ms: 0 };

/**
 * Makes every table refuse writes, like a standby, until `resumeWrites`, even after this process has ended in any way.
 * It waits for each transaction that has written, one table after the other, so that it deadlocks with none. A later
 * reader sees everything that they committed, and nothing is committed afterwards. Servers continue to read. Needs the
 * owner.
 */
export function stopWrites(ownerUrl: string): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    await requireOwnTables(client);
    await client.query(
      `create or replace function ${NAME}() returns trigger language plpgsql as $$
       begin
         raise exception 'writes are stopped: this database is being moved, or was'
           using errcode = 'read_only_sql_transaction', hint = 'loyaltyd database resume-writes';
       end $$`,
    );
    for (const { name } of await listTables(client)) {
      await withLockRetries(
        client,
        `create or replace trigger ${NAME} before insert or update or delete or truncate on ${client.escapeIdentifier(name)}
           for each statement execute function ${NAME}()`,
        PATIENT,
      );
    }
  });
}

/** Allows a database to write again. Returns false if its writes were not stopped. */
export function resumeWrites(ownerUrl: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ stopped: boolean }>(
      `select to_regprocedure('${NAME}()') is not null as stopped`,
    );
    if (!rows[0]!.stopped) return false;
    // If stopping failed at a table that another session had locked, that table is not locked again.
    const { rows: stopped } = await client.query<{ name: string }>(
      `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where t.tgfoid = to_regprocedure('${NAME}()') order by 1`,
    );
    for (const { name } of stopped)
      await withLockRetries(client, `drop trigger ${NAME} on ${client.escapeIdentifier(name)}`, PATIENT);
    await client.query(`drop function ${NAME}()`);
    return true;
  });
}
