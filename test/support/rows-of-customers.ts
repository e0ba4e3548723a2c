import { sql } from 'kysely';
import type { TestDomain } from './test-domain.ts';

/** The rows of the program's customers, without the ids and codes that differ between programs anyway. */
export async function rowsOfCustomers({ deps, program }: TestDomain): Promise<unknown[]> {
  const tables = [
    'customers',
    'usage_counters',
    'lots',
    'activities',
    'expiries',
    'tier_entries',
    'claimed_rewards',
    'referrals',
    'webhook_reminders',
  ];
  const seen: unknown[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
          where key !~ '_id$|_ids$|_key$|^id$|^code|^version$|^merged_into$|^referred_by$')::text as row
        from ${sql.table(table)} t where program_id = ${program.id} order by 1`.execute(deps.db);
    seen.push([table, rows.map(({ row }) => JSON.parse(row))]);
  }
  return seen;
}
