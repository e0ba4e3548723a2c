import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { DomainError } from '../../src/domain/core/errors.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: inject('cluster').adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.close();
});

/** A row that transactions write, under the grants of the server's role. */
const put = (name: string) =>
  sql`insert into rate_windows (program_id, name, accepted) values (1, ${name}, '{}')`;

async function names(): Promise<string[]> {
  const rows = await database.db.selectFrom('rate_windows').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;

/** An error such as Postgres raises for a deadlock's victim, raised by Postgres. */
const conflict = sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;

describe('a transaction', () => {
  it('commits what was written, after begin and before beforeCommit', async () => {
    const order: string[] = [];
    const result = await runInTransaction(
      database,
      {
        begin: async () => void order.push('begin'),
        beforeCommit: async (tx, result) => {
          order.push(`beforeCommit ${result}`);
          await put('kept with the effect').execute(tx);
        },
      },
      async (tx) => {
        order.push('effect');
        await put('effect').execute(tx);
        return 7;
      },
    );
    expect(result).toBe(7);
    expect(order).toEqual(['begin', 'effect', 'beforeCommit 7']);
    expect(await names()).toEqual(expect.arrayContaining(['effect', 'kept with the effect']));
  });

  it('leaves nothing of an effect whose beforeCommit throws', async () => {
    const refused = runInTransaction(
      database,
      {
        begin: async () => {},
        beforeCommit: async () => {
          throw new DomainError('idempotency_in_progress', 'no');
        },
      },
      (tx) => put('undone').execute(tx),
    );
    await expect(refused).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(await names()).not.toContain('undone');
  });

  it('is run again, hooks and all, when Postgres chose it as a victim', async () => {
    let attempts = 0;
    const begun: number[] = [];
    await runInTransaction(
      database,
      { begin: async () => void begun.push(attempts), beforeCommit: async () => {} },
      async (tx) => {
        attempts += 1;
        await put(`attempt ${attempts}`).execute(tx);
        if (attempts < 3) await conflict.execute(tx);
      },
    );
    expect(begun).toEqual([0, 1, 2]);
    expect((await names()).filter((name) => name.startsWith('attempt'))).toEqual(['attempt 3']);
  });

  it('gives up after five attempts and says that nothing was changed', async () => {
    let attempts = 0;
    const lost = runInTransaction(database, undefined, async (tx) => {
      attempts += 1;
      await conflict.execute(tx);
    });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable', message: /Nothing was changed/ });
    expect(attempts).toBe(5);
  });

  it('survives a real deadlock between two transactions', async () => {
    await put('left').execute(database.db);
    await put('right').execute(database.db);
    const take = (name: string) => sql`update rate_windows set accepted = array[now()] where name = ${name}`;
    // Each first waits for the other to hold its first row. The victim, run again, may meet the other once more.
    const left = new Signal();
    const right = new Signal();
    let attempts = 0;
    const cross = (first: string, taken: Signal, second: string, other: Signal) =>
      runInTransaction(database, undefined, async (tx) => {
        attempts += 1;
        await take(first).execute(tx);
        taken.give();
        await other.given;
        await take(second).execute(tx);
      });
    await Promise.all([cross('left', left, 'right', right), cross('right', right, 'left', left)]);
    expect(attempts).toBeGreaterThan(2);
  });

  it('whose connection is lost before COMMIT says that nothing was changed', async () => {
    const lost = runInTransaction(database, undefined, async (tx) => {
      await put('never').execute(tx);
      const { rows } = await backend.execute(tx);
      await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await put('never either').execute(tx);
    });
    await expect(lost).rejects.toMatchObject({ code: 'unavailable', message: /Nothing was changed/ });
    expect(await names()).not.toContain('never');
  });

  it('whose COMMIT fails is not run again, and says that it may have taken effect', async () => {
    let runs = 0;
    const lost = runInTransaction(
      database,
      {
        begin: async () => {},
        beforeCommit: async (tx) => {
          const { rows } = await backend.execute(tx);
          await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
        },
      },
      async (tx) => {
        runs += 1;
        await put(`run ${runs}`).execute(tx);
      },
    );
    await expect(lost).rejects.toMatchObject({ code: 'unavailable', message: /may or may not/ });
    expect(runs).toBe(1);
  });

  it('keeps the refusal that was thrown when the connection is lost as well', async () => {
    const refused = runInTransaction(database, undefined, async (tx) => {
      const { rows } = await backend.execute(tx);
      await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      throw new DomainError('insufficient_points', 'too few');
    });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_points' });
  });

  it('is unavailable where there is no database', async () => {
    const url = new URL(database.serverUrl);
    url.port = '1';
    const away = openDatabase({
      url: url.toString(),
      poolSize: 1,
      namedStatements: true,
      applicationName: 'tests',
      logger: { warn() {} },
    });
    const lost = runInTransaction(away, undefined, async () => {});
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    await away.close();
  });
});

class Signal {
  give!: () => void;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}
