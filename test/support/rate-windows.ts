import { sql } from 'kysely';
import { apiKeyHash } from '../../src/domain/programs/api-key.ts';
import { findKeys } from '../../src/domain/programs/key-store.ts';
import type { TestApp } from './app.ts';

/** Fills a limit of the program with requests accepted now. It stays full if the test's database holds its clock. */
export async function fillWindow(test: TestApp, name: string, requests: number): Promise<void> {
  const { id } = await test.program();
  await sql`
    insert into rate_windows (program_id, name, accepted)
    values (${id}, ${name}, array_fill(clock_timestamp(), array[${requests}::int]))
    on conflict (program_id, name) do update set accepted = excluded.accepted`.execute(test.database.db);
}

/** The window of the key that the test's requests send. */
export async function ownWindow({ deps, key }: TestApp): Promise<string> {
  const [found] = await findKeys(deps.hot, [apiKeyHash(key)]);
  return `requests of key ${found!.key_id}`;
}
