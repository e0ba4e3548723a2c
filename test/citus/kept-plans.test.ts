import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { PATIENT } from '../support/database.ts';
import { CitusDatabase, type Node } from './nodes.ts';

/** A schema of Citus with a table `counters`, and connections that keep their plans of named statements. */
let database: CitusDatabase;
let home: Node;
let opened: Database[] = [];

beforeAll(async () => {
  database = await CitusDatabase.create();
  home = await database.makePlain('first');
  await database.on(home, 'insert into counters (points) select 0 from generate_series(1, 100)', 'first');
});
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});
afterAll(() => database.close());

/** With one connection, so that all executions are its own. */
function open(node: Node): Database {
  const one = openDatabase({
    url: database.address(node, 'first'),
    poolSize: 1,
    namedStatements: true,
    applicationName: 'loyaltyd tests',
    logger: console,
    ...PATIENT,
  });
  opened.push(one);
  return one;
}

async function generic({ hot }: Database, name: string): Promise<number> {
  const text = `select generic_plans::int as count from pg_prepared_statements where name = '${name}'`;
  const [plans] = await hot.run<{ count: number }>({ name: 'plans', text }, []);
  return plans!.count;
}

const sum = async () =>
  Number((await database.on(database.coordinator, 'select sum(points) from counters', 'first'))[0]!.sum);

describe('statements that Citus plans only with values', () => {
  const STATEMENTS = {
    'rows of arrays': 'insert into counters (points) select given from unnest($1::bigint[]) as given',
    'a write of two parts':
      'with made as (insert into counters (points) select unnest($1::bigint[]) returning points) select count(*) from made',
  };

  it.each(Object.entries(STATEMENTS))('run on after the fifth execution: %s', async (name, text) => {
    const before = await sum();
    const ways = [open(home), open(database.coordinator)];
    for (const way of ways) {
      for (let run = 0; run < 12; run += 1) await way.hot.run({ name, text }, [[1, 2]]);
      expect(await generic(way, name)).toBe(0);
    }
    expect((await sum()) - before).toBe(ways.length * 12 * 3);
  });
});

describe('connections that keep the plan of a statement by key', () => {
  const ADD = {
    name: 'add',
    text: 'update counters set points = points + 1 where id = $1 returning points',
  };

  it('go on while the schema moves to another worker and afterwards, and lose no write', async () => {
    const [first] = await database.on(home, 'select min(id)::text as id from counters', 'first');
    const before = await sum();
    const ways = [open(home), open(database.coordinator)];
    let added = 0;
    const addSome = async (way: Database) => {
      for (let run = 0; run < 12; run += 1) {
        expect(await way.hot.run(ADD, [first!.id])).toHaveLength(1);
        added += 1;
      }
    };
    for (const way of ways) await addSome(way);
    for (const way of ways) expect(await generic(way, ADD.name)).toBeGreaterThan(0);
    const to = database.workers.find(({ port }) => port !== home.port)!;
    let isMoving = true;
    const moved = database
      .on(
        database.coordinator,
        `select citus_schema_move('first', '${to.host}', ${to.port}, 'force_logical')`,
      )
      .finally(() => {
        isMoving = false;
      });
    const writing = ways.map(async (way) => {
      while (isMoving) await addSome(way);
      await addSome(way);
    });
    await Promise.all([moved, ...writing]);
    expect(await database.nodeOf('first')).toEqual(to);
    expect((await sum()) - before).toBe(added);
  });
});
