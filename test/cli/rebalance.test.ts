import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { addShard, setUpDirectory } from '../../src/db/add-shard.ts';
import { withClient } from '../../src/db/migrate.ts';
import { readProgramSizes } from '../../src/db/program-sizes.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { runCommand } from '../support/run-command.ts';
import { newSchemaName } from '../support/shops-in-schemas.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

let database: TestDatabase;
const shard = newSchemaName('emptier');

beforeAll(async () => {
  database = await createTestDatabase();
  const { serverUrl, ownerUrl } = database;
  await setUpDirectory({ serverUrl, ownerUrl });
  await addShard(
    { serverUrl, ownerUrl },
    { name: shard, url_variable: null, owner_url_variable: null },
    { serverUrl: addressInSchema(serverUrl, shard), ownerUrl: addressInSchema(ownerUrl, shard) },
  );
  const deps = depsOn(database, new TestClock());
  for (const key of ['a', 'b', 'c', 'd']) {
    await applyProgram(deps, programDefinition({ key }), TESTER);
    const program = (await deps.programs.all()).find((one) => one.key === key)!;
    for (const merchant_id of ['1', '2']) await createCustomer(deps, program, { merchant_id, points: 5 });
  }
});
afterAll(async () => {
  await expectLedgerBalanced(database);
  await database.close();
});

const rebalance = (...args: string[]) =>
  runCommand(['shards', 'rebalance', '--keep', '0', ...args], {
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SCHEMAS: '1',
  });

/** The keys of the programs in the home and in the other schema. */
const places = () =>
  Promise.all(
    [database.ownerUrl, addressInSchema(database.ownerUrl, shard)].map((url) =>
      withClient(url, async (owner) => {
        const { rows } = await owner.query<{ key: string }>('select key from programs order by key');
        return rows.map(({ key }) => key).join('');
      }),
    ),
  );

describe('shards rebalance', () => {
  it('says with --plan which programs it would move, and moves none', async () => {
    const planned = await rebalance('--plan', '--max-moves', '5', '--json');
    const move = { rows: 4, writes: expect.any(Number), from: 0, to: 1 };
    expect(JSON.parse(planned.stdout)).toEqual({
      moves: [
        { key: 'a', ...move },
        { key: 'b', ...move },
      ],
      done: false,
    });
    expect((await rebalance('--plan')).stdout).toMatch(/a\n.*\(0\)\n.*\(1\)\nrows +4\n/);
    expect(await places()).toEqual(['abcd', '']);
  });

  it('estimates tables that are larger than a sample, by any factor', async () => {
    const sizes = await withClient(database.serverUrl, async (client) => {
      const { rows } = await client.query<{ bytes: number }>(
        `select pg_table_size('customers')::float8 as bytes`,
      );
      return readProgramSizes(client, rows[0]!.bytes / 1.5);
    });
    const whole = expect.toSatisfy(Number.isInteger);
    expect(sizes).toEqual(['a', 'b', 'c', 'd'].map((key) => ({ key, rows: whole, writes: whole })));
  });

  it('finishes a move that was begun, and then moves one program after the other until shares are even', async () => {
    await withClient(database.ownerUrl, (owner) =>
      owner.query(
        `create table program_move (program_id bigint, program_key text, target text, stage text);
         grant select on program_move to public;
         insert into program_move select id, key, 'the schema ${shard} (1)', 'copying' from programs where key = 'd'`,
      ),
    );
    expect((await rebalance('--plan')).stdout).toContain('The move of d was begun and not ended.');
    const done = await rebalance('--max-moves', '5');
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Move 1 of 1: a from')]);
    expect(await places()).toEqual(['bc', 'ad']);
    expect((await rebalance()).stdout).toBe('The schemas are as even as moves can make them.\n');
  });

  it('refuses a number of moves that is none', async () => {
    const refused = await rebalance('--max-moves', '0');
    expect([refused.code, refused.stderr]).toEqual([2, '--max-moves must be from 1 to 1000.\n']);
  });
});
