import type pg from 'pg';
import { withClient } from '../migrate.ts';
import { typeParsers } from '../type-parsers.ts';

/**
 * Runs `work` on a connection without time limits. Postgres checks every second whether this process is still alive.
 */
export function withCopySession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(
    url,
    async (client) => {
      await client.query(
        `select set_config(name, '0', false) from pg_settings
           where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
      );
      // On some platforms Postgres cannot check this, and refuses the setting.
      await client.query("set client_connection_check_interval = '1s'").catch(() => {});
      return work(client);
    },
    { application_name: 'loyaltyd copy', types: typeParsers },
  );
}
