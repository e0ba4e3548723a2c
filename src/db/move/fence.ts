import type pg from 'pg';
import { MOVING } from '../connection-errors.ts';
import { withLockRetries } from '../with-lock-retries.ts';
import type { ProgramTable } from './program-table.ts';
import { PATIENT } from './watch.ts';

const FENCE = 'program_left';

/**
 * Makes this schema refuse new rows of a program that left it, for ever: a request whose API key was checked before the
 * move may write long after it. Rows of other programs cost one comparison. A schema that no program left has no fence.
 */
export async function fenceOff(
  client: pg.Client,
  programId: number,
  tables: readonly ProgramTable[],
): Promise<void> {
  await fence(client, [...(await listLeft(client)), programId], tables);
}

/** Programs that came back pass the fence, and are removed from it from now on. */
export async function forgetReturned(client: pg.Client, tables: readonly ProgramTable[]): Promise<void> {
  const left = await listLeft(client);
  const { rows } = await client.query<{ id: number }>('select id from programs where id = any($1)', [left]);
  if (rows.length === 0) return;
  const back = new Set(rows.map(({ id }) => Number(id)));
  await fence(
    client,
    left.filter((id) => !back.has(id)),
    tables,
  );
}

/** The programs for which the fence is checked. */
async function listLeft(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ ids: string }>(
    `select split_part(encode(tgargs, 'escape'), '\\000', 1) as ids
       from pg_trigger where tgname = '${FENCE}' and tgrelid = 'customers'::regclass`,
  );
  return rows.flatMap(({ ids }) => ids.split(',').map(Number));
}

async function fence(
  client: pg.Client,
  programIds: readonly number[],
  tables: readonly ProgramTable[],
): Promise<void> {
  // At another isolation level a writer could see a former state, in which the program is still here.
  await client.query(
    `create or replace function ${FENCE}() returns trigger language plpgsql as $$
     begin
       if current_setting('transaction_isolation') <> 'read committed'
         or not exists (select from programs where id = (to_jsonb(new) ->> tg_argv[1])::bigint) then
         raise exception 'the program has moved' using errcode = '${MOVING}', detail = to_jsonb(new) ->> tg_argv[1],
           hint = 'loyaltyd program move';
       end if;
       return null;
     end $$`,
  );
  const ids = [...new Set(programIds)].join(',');
  for (const { name, program } of tables.filter(({ watched }) => watched)) {
    const table = client.escapeIdentifier(name);
    await withLockRetries(
      client,
      ids === ''
        ? `drop trigger if exists ${FENCE} on ${table}`
        : `create or replace trigger ${FENCE} after insert on ${table}
             for each row when (new.${client.escapeIdentifier(program)} = any ('{${ids}}'::bigint[]))
             execute function ${FENCE}('${ids}', '${program}')`,
      PATIENT,
    );
  }
}
