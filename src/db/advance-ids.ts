import type pg from 'pg';
import { withClient } from './migrate.ts';
import { shardNumberOf } from './shard-numbers.ts';

/**
 * The sequence for ids of programs, sites, rules and rewards. Their ids are in the range of the schema's number, so ids
 * of two schemas never collide.
 */
export const NUMBERED_IDS = 'configuration_ids';

interface AdvancedSequence {
  name: string;
  /** The last id that the sequence gave before. */
  from: number;
}

/**
 * Makes every later id greater than `above`, while servers run. Sequences only move forwards, and stay within the range
 * of their schema if they have one. Returns the sequences that were lower. Needs the owner.
 */
export function advanceIds(ownerUrl: string, above: number): Promise<AdvancedSequence[]> {
  return withClient(ownerUrl, async (client) => {
    // A sequence of small numbers, for example of data keys, gives no ids that anybody outside has seen.
    const { rows } = await client.query<{ name: string }>(
      `select sequencename::text as name from pg_sequences
         where schemaname = current_schema() and max_value > $1 order by 1`,
      [above],
    );
    const advanced: AdvancedSequence[] = [];
    for (const { name } of rows) {
      if (name === NUMBERED_IDS && shardNumberOf(above) !== (await shardNumberOfSchema(client))) continue;
      const from = await advance(client, client.escapeIdentifier(name), above);
      if (from < above) advanced.push({ name, from });
    }
    return advanced;
  });
}

async function shardNumberOfSchema(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last_value: string }>(`select last_value from ${NUMBERED_IDS}`);
  return shardNumberOf(Number(rows[0]!.last_value));
}

/** Does this for one sequence, given by its quoted name. Returns the last id that the sequence gave before. */
export async function advance(client: pg.Client, sequence: string, above: number): Promise<number> {
  await client.query('begin');
  // This changes nothing, but it stops other transactions from taking ids meanwhile: such ids could be given again.
  await client.query(`alter sequence ${sequence} increment by 1`);
  const { rows } = await client.query<{ id: string }>(
    `select last_value - (not is_called)::int as id from ${sequence}`,
  );
  const from = Number(rows[0]!.id);
  if (from < above) await client.query(`select setval('${sequence}', $1)`, [above]);
  await client.query('commit');
  return from;
}
