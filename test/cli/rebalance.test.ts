import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { withClient } from '../../src/db/migrate.ts';
import { readProgramSizes } from '../../src/db/program-sizes.ts';
import { readShardSize } from '../../src/db/shard-contents.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { TestClock } from '../support/clock.ts';
import type { TestDatabase } from '../support/database.ts';
import { createDatabaseOfSchemas } from '../support/database-of-schemas.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { runCommand } from '../support/run-command.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

let database: TestDatabase;
let shard: string;

beforeAll(async () => {
  const made = await createDatabaseOfSchemas('emptier');
  database = made.database;
  shard = made.names[0]!;
  await addPrograms('a', 'b', 'c', 'd');
});
afterAll(async () => {
  await expectLedgerBalanced(database);
  await database.close();
});

/** Programs of one size in the home. */
async function addPrograms(...keys: string[]): Promise<void> {
  const deps = depsOn(database, new TestClock());
  for (const key of keys) {
    await applyProgram(deps, programDefinition({ key }), TESTER);
    const program = (await deps.programs.all()).find((one) => one.key === key)!;
    for (const merchant_id of ['1', '2']) await createCustomer(deps, program, { merchant_id, points: 5 });
  }
}

/** As a process leaves it that was killed while it copied a program. */
const breakOff = (url: string, key: string, to: string) =>
  withClient(url, (owner) =>
    owner.query(
      `create table program_move (program_id bigint, program_key text, target text, stage text);
       grant select on program_move to public;
       insert into program_move select id, key, 'the schema ${to}', 'copying' from programs where key = '${key}'`,
    ),
  );

const env = () => ({
  DATABASE_URL: database.serverUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  SCHEMAS: '1',
});

const COMMAND = ['shards', 'rebalance', '--keep', '0'];

const rebalance = (...args: string[]) => runCommand([...COMMAND, ...args], env());

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
      begun: [],
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

  it('reads a sample of the customers to say how much is in a schema, and finds programs without any', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      const before = await readShardSize(owner);
      expect(before).toEqual({ programs: 4, new_programs: 0, customers: 8 });
      await owner.query('begin');
      await owner.query(
        `insert into programs select (jsonb_populate_record(p, '{"id": -1, "key": "new"}')).* from programs p where key = 'a'`,
      );
      await owner.query(
        `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, last_entry_at, created_at, updated_at)
           select p.id, 'many-' || n, 'many-' || n, 1, 'many-' || n, now(), now(), now()
             from programs p, generate_series(1, 5000) n where key = 'a'`,
      );
      const read = async () => {
        const { rows } = await owner.query<{ rows: number }>(
          `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
             from pg_stat_xact_user_tables where relid = 'customers'::regclass`,
        );
        return rows[0]!.rows;
      };
      const { rows } = await owner.query<{ bytes: number }>(
        `select pg_table_size('customers')::float8 as bytes`,
      );
      const began = await read();
      const size = await readShardSize(owner, rows[0]!.bytes / 4);
      expect((await read()) - began).toBeLessThan(3_000);
      expect(size).toMatchObject({ programs: 5, new_programs: 1 });
      expect(size.customers).toBeGreaterThan(1_000);
      expect(size.customers).toBeLessThan(10_000);
      await owner.query('rollback');
    });
  });

  it('finishes a move that was begun, and then moves one program after the other until shares are even', async () => {
    await breakOff(database.ownerUrl, 'd', `${shard} (1)`);
    expect((await rebalance('--plan')).stdout).toContain('The move of d was begun and not ended.');
    const planned = JSON.parse((await rebalance('--plan', '--max-moves', '5', '--json')).stdout);
    // The plan has d where it will be by then.
    expect(planned).toMatchObject({ begun: [{ key: 'd', from: 0, to: 1 }], moves: [{ key: 'a' }] });
    expect(planned.moves).toHaveLength(1);
    const done = await rebalance('--max-moves', '5');
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Move 1 of 1: a from')]);
    expect(done.stderr).toContain(`Moved d to the schema ${shard}:`);
    expect(await places()).toEqual(['bc', 'ad']);
    expect((await rebalance()).stdout).toBe('The schemas are as even as moves can make them.\n');
  });

  it('finishes all moves that were begun, and tells of them', async () => {
    await breakOff(database.ownerUrl, 'b', `${shard} (1)`);
    await breakOff(
      addressInSchema(database.ownerUrl, shard),
      'd',
      `${inject('cluster').schema ?? 'public'} (0)`,
    );
    const done = await rebalance('--json');
    expect(JSON.parse(done.stdout)).toEqual({
      begun: [
        { key: 'b', from: 0, to: 1 },
        { key: 'd', from: 1, to: 0 },
      ],
      moves: [],
      done: true,
    });
    expect(await places()).toEqual(['cd', 'ab']);
  });

  it('ends at Ctrl-C once the move is done that can only go on, and goes on when it is run again', async () => {
    await addPrograms('e', 'f', 'g', 'h');
    const more = [...COMMAND, '--max-moves', '5'];
    const interrupted = await runCommand(more, env(), '', 'All rows are copied');
    expect([interrupted.code, interrupted.stderr]).toEqual([
      130,
      expect.stringContaining(
        'Interrupted. Programs that were moved stay where they are now; run the same command again to go on.',
      ),
    ]);
    expect(interrupted.stderr).toContain(`Moved c to the schema ${shard}:`);
    expect(await places()).toEqual(['defgh', 'abc']);
    expect((await rebalance()).code).toBe(0);
    expect((await places()).map(({ length }) => length)).toEqual([4, 4]);
  });

  it('refuses a number of moves that is none', async () => {
    const refused = await rebalance('--max-moves', '0');
    expect([refused.code, refused.stderr]).toEqual([2, '--max-moves must be from 1 to 1000.\n']);
  });
});
