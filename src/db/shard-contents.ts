import type pg from 'pg';

export interface ShardSize {
  programs: number;
  /** The number of these programs that have no customers yet. */
  new_programs: number;
  customers: number;
}

/** How much is in the schema of this connection. */
export async function readShardSize(client: Pick<pg.ClientBase, 'query'>): Promise<ShardSize> {
  const { rows } = await client.query<ShardSize>(
    `select (select count(*)::int from programs) as programs,
            (select count(*)::int from programs p
               where not exists (select from customers c where c.program_id = p.id)) as new_programs,
            (select count(*)::float8 from customers) as customers`,
  );
  return rows[0]!;
}

/** Whether there is a program of that key in the schema of this connection. */
export async function hasProgram(client: Pick<pg.ClientBase, 'query'>, key: string): Promise<boolean> {
  const { rows } = await client.query('select from programs where key = $1', [key]);
  return rows.length > 0;
}
