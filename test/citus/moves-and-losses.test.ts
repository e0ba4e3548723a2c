import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CitusDatabase, type Node, processorTime } from './nodes.ts';

/** Matters beside our statements: moves, ids, the loss of a node, and what the planner costs. */
let database: CitusDatabase;
/** Where the schemas `first` and `second` are; each has a table `counters`. */
let places: { first: Node; second: Node };

beforeAll(async () => {
  database = await CitusDatabase.create();
  places = { first: await database.makePlain('first'), second: await database.makePlain('second') };
  for (const schema of ['first', 'second'] as const)
    await database.on(
      places[schema],
      'insert into counters (points) select 0 from generate_series(1, 100)',
      schema,
    );
});
afterAll(() => database.close());

const otherThan = (...nodes: Node[]) => database.workers.find((worker) => !nodes.includes(worker))!;
const move = (schema: string, { host, port }: Node) =>
  database.on(
    database.coordinator,
    `select citus_schema_move('${schema}', '${host}', ${port}, 'force_logical')`,
  );
const sumOf = async (node: Node, schema: string) =>
  Number((await database.on(node, 'select sum(points) as sum from counters', schema))[0]!.sum);

/** Adds points one by one until it is stopped; returns how many it added. */
function write(client: pg.Client): () => Promise<number> {
  let stopping = false;
  let added = 0;
  const done = (async () => {
    while (!stopping) {
      const { rows } = await client.query(
        'update counters set points = points + 1 where id = (select min(id) + $1 from counters) returning id',
        [added % 100],
      );
      added += rows.length;
    }
  })();
  done.catch(() => {});
  return async () => {
    stopping = true;
    await done;
    return added;
  };
}

describe('a schema that moves while it is written to', () => {
  it('loses nothing, and gives ids that go back', async () => {
    const { first: from } = places;
    const to = otherThan(from, places.second);
    const before = await sumOf(from, 'first');
    const stops = [];
    for (const node of [from, from, database.coordinator, database.coordinator])
      stops.push(write(await database.connect(node, 'first')));
    const given = async (node: Node) =>
      BigInt(
        String((await database.on(node, "select nextval('counters_id_seq')::text as id", 'first'))[0]!.id),
      );
    // Ids of both nodes in turns: one of the two ways leads down, whichever number each has.
    const ids = [await given(from)];
    await move('first', to);
    ids.push(await given(to));
    await move('first', from);
    ids.push(await given(from));
    const added = (await Promise.all(stops.map((stop) => stop()))).reduce((a, b) => a + b, 0);
    expect(added).toBeGreaterThan(100);
    expect((await sumOf(from, 'first')) - before).toBe(added);
    expect(ids.every((id, at) => at === 0 || id > ids[at - 1]!)).toBe(false);
  });
});

describe('on the node that has the schema', () => {
  it('COPY, serializable transactions and advisory locks work', async () => {
    const client = await database.connect(places.second, 'second');
    await client.query('begin isolation level serializable');
    await client.query('select pg_advisory_xact_lock(1, 2)');
    const out = await text(client.query(copyTo('copy counters (points) to stdout')));
    expect(out.trim().split('\n')).toHaveLength(100);
    await pipeline(Readable.from([out]), client.query(copyFrom('copy counters (points) from stdin')));
    const { rows } = await client.query('select count(*)::int as n from counters');
    expect(rows[0].n).toBe(200);
    await client.query('rollback');
  });

  it('a statement by key is planned and run by Citus, whose work a plain table does not need', async () => {
    const client = await database.connect(places.second, 'second');
    await client.query('create table public.plain (id bigint primary key, points bigint not null default 0)');
    await client.query('insert into public.plain select id, points from counters');
    const ids = (await client.query('select id from counters')).rows.map(({ id }) => id);
    const cost = async (table: string, statement: string) => {
      const named = { name: `${statement} ${table}`, text: statement.replace('TABLE', table) };
      const run = (id: string) => client.query({ ...named, values: [id] });
      for (const id of ids) await run(id);
      const began = await processorTime(client);
      for (let round = 0; round < 20; round += 1) for (const id of ids) await run(id);
      return (await processorTime(client)) - began;
    };
    const statements = [
      'select points from TABLE where id = $1',
      'update TABLE set points = points + 1 where id = $1',
    ];
    for (const statement of statements) {
      const ratio = (await cost('counters', statement)) / (await cost('public.plain', statement));
      process.stderr.write(`${statement}: ${ratio.toFixed(2)} times the processor time of a plain table\n`);
      const planOf = async (table: string) => {
        const { rows } = await client.query(
          `explain ${statement.replace('TABLE', table).replace('$1', '1')}`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      expect(await planOf('counters')).toContain('Custom Scan (Citus Adaptive)');
      expect(await planOf('public.plain')).not.toContain('Citus');
    }
  });
});

describe('a node that is killed', () => {
  it('takes its schemas only, and brings all sums back', async () => {
    const { first, second } = places;
    const before = await sumOf(first, 'first');
    const client = await database.connect(database.coordinator, 'first');
    const start = await sumOf(second, 'second');
    const others = write(await database.connect(second, 'second'));
    database.kill(first);
    try {
      await expect(client.query('select sum(points) from counters')).rejects.toMatchObject({ code: /^08/ });
      await expect(database.on(second, 'update counters set points = points', 'second')).resolves.toEqual([]);
      await expect(database.makePlain('third')).rejects.toThrow(/connection to the remote node/);
    } finally {
      database.start(first);
    }
    await vi.waitFor(async () => expect(await sumOf(first, 'first')).toBe(before), {
      timeout: 60_000,
      interval: 200,
    });
    const added = await others();
    expect(await sumOf(second, 'second')).toBeGreaterThanOrEqual(start + added - 1);
  });

  it('stops no reads and writes on the others, if it is the coordinator', async () => {
    database.kill(database.coordinator);
    try {
      const before = await sumOf(places.second, 'second');
      await database.on(places.second, 'update counters set points = points + 1', 'second');
      expect(await sumOf(places.second, 'second')).toBe(before + 100);
    } finally {
      database.start(database.coordinator);
    }
    await vi.waitFor(() => database.on(database.coordinator, 'select 1'), { timeout: 60_000, interval: 200 });
  });
});
