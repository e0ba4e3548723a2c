import type pg from 'pg';
import { withClient } from '../migrate.ts';
import { typeParsers } from '../type-parsers.ts';

/** A connection without limits of time, for which Postgres looks every second whether this process still lives. */
export function withCopySession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(
    url,
    async (client) => {
      await client.query(
        `select set_config(name, '0', false) from pg_settings
           where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
      );
      // A platform on which Postgres cannot look refuses the setting.
      await client.query("set client_connection_check_interval = '1s'").catch(() => {});
      return work(client);
    },
    { application_name: 'loyaltyd copy', types: typeParsers },
  );
}
