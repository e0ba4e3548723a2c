import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapSpaceStatistics } from 'node:v8';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedQuery } from '../../src/db/driver.ts';
import { NO_LIMITS, type TimeLimits } from '../../src/db/limits.ts';
import type { Question } from '../../src/db/named-statements.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { timestampText, ts } from '../../src/db/timestamps.ts';
import { isUnavailable, isUnsent } from '../../src/domain/core/database-errors.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';
import { SentStatements } from '../support/sent.ts';
import { startUntrustedPostgres } from '../support/tls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function value<T>(expression: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(database.db);
  return rows[0]!.value;
}

/** The memory of objects that V8 took for lasting. */
function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
}

describe('an answer that nobody needs any more', () => {
  it('goes with the next new objects, and does not wait until old ones are collected', async () => {
    const [answers, length] = [500, 100_000];
    let grown = 0;
    for (let index = 0; index < answers; index += 1) {
      const before = oldBytes();
      await database.hot.run({ name: 'long', text: `select repeat('x', ${length}) as text` }, []);
      grown += Math.max(0, oldBytes() - before);
    }
    // It is 6 % of all answers, and half of them where Node 20 keeps them. Node 24 kept few either way.
    expect(grown).toBeLessThan((answers * length) / 5);
  });
});

describe('a database whose certificate is not taken', () => {
  it('is away, and was sent nothing', async () => {
    const postgres = await startUntrustedPostgres();
    const other = open({ url: postgres.url });
    try {
      const error = await other.hot
        .run({ name: 'one', text: 'select 1' }, [])
        .catch((error: unknown) => error);
      // Some releases of Node say more.
      expect(error).toMatchObject({ message: expect.stringMatching(/^self-signed certificate/) });
      expect([isUnavailable(error), isUnsent(error)]).toEqual([true, true]);
    } finally {
      await other.close();
      postgres.close();
    }
  });
});

describe('values as they arrive', () => {
  const moments = [
    0,
    1,
    -1,
    1_760_000_000_123,
    951_782_400_999,
    -62_135_596_800_000, // the year 1
    -62_135_596_800_001, // 1 BC
    253_402_300_799_999,
    253_402_300_800_001, // the year 10000
    8_640_000_000_000_000 - 1,
  ];

  it('are whole milliseconds for timestamptz, exactly those written', async () => {
    for (const ms of moments) expect(await value(ts(ms))).toBe(ms);
  });

  it('are the same through a hot statement, and in an array', async () => {
    const rows = await database.hot.run<{ one: number; many: number[] }>(
      { name: 'moments', text: 'select $1::timestamptz as one, $2::timestamptz[] as many' },
      [timestampText(moments[3]!), moments.map(timestampText)],
    );
    expect(rows).toEqual([{ one: moments[3], many: moments }]);
  });

  it('lose what is finer than a millisecond, towards the past', async () => {
    expect(await value(sql<number>`timestamptz '2024-02-29 12:00:00.999999+00'`)).toBe(1_709_208_000_999);
    expect(await value(sql<number>`timestamptz '1969-12-31 23:59:59.999999+00'`)).toBe(-1);
  });

  it('do not depend on how the role likes its dates', async () => {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.db);
    const admin = new pg.Client({ connectionString: database.ownerUrl });
    await admin.connect();
    await admin.query("set timezone = 'Asia/Kolkata'");
    expect(
      (await admin.query("select '0001-01-01 00:00:00+00'::timestamptz::text as t")).rows[0].t,
    ).toContain('+05:');
    await admin.end();
    const own = new pg.Client({ connectionString: database.serverUrl });
    await own.connect();
    await own.query(`alter role ${rows[0]!.role} set datestyle = 'SQL, DMY'`);
    await own.query(`alter role ${rows[0]!.role} set timezone = 'Africa/Monrovia'`);
    const other = open({});
    try {
      const moved = await sql<{ at: number }>`select ${ts(moments[4]!)} as at`.execute(other.db);
      expect(moved.rows[0]!.at).toBe(moments[4]);
    } finally {
      await other.close();
      for (const setting of ['datestyle', 'timezone'])
        await own.query(`alter role ${rows[0]!.role} reset ${setting}`);
      await own.end();
    }
  });

  it('are safe integers for int8, or an error', async () => {
    expect(await value(sql<number>`9007199254740991::int8`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(await value(sql<number[]>`array[1, null, -2]::int8[]`)).toEqual([1, null, -2]);
    await expect(value(sql<number>`9007199254740993::int8`)).rejects.toThrow(/beyond 2\^53/);
    expect(await value(sql<number>`1`)).toBe(1);
  });

  it('are text for numeric and date', async () => {
    expect(await value(sql<string>`0.30::numeric`)).toBe('0.30');
    expect(await value(sql<string>`date '2024-03-31'`)).toBe('2024-03-31');
    expect(await value(sql<string[]>`array['2024-03-31', '2024-10-27']::date[]`)).toEqual([
      '2024-03-31',
      '2024-10-27',
    ]);
  });

  it('refuse a moment that is no number', async () => {
    await expect(value(sql<number>`'infinity'::timestamptz`)).rejects.toThrow(/infinity/);
  });
});

function open(options: {
  url?: string;
  namedStatements?: boolean;
  limits?: Partial<TimeLimits>;
  poolSize?: number;
}) {
  const limits = { ...NO_LIMITS, ...options.limits };
  return openDatabase({
    url: options.url ?? database.serverUrl,
    poolSize: options.poolSize ?? 1,
    namedStatements: options.namedStatements ?? true,
    applicationName: 'limited',
    logger: { warn() {} },
    limits,
  });
}

async function survives(limited: ReturnType<typeof open>): Promise<void> {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(limited.db);
  expect(rows).toEqual([{ one: 1 }]);
  await limited.close();
}

describe('a statement of the server', () => {
  it('is never compiled, though its Postgres compiles those of others', async () => {
    const { rows } = await database.asOwner('select current_database() as name');
    await database.asOwner(`alter database ${rows[0].name} set jit = on`);
    const other = open({});
    try {
      const [compiles, ours] = await Promise.all([
        database.asOwner('show jit'),
        sql<{ jit: string }>`show jit`.execute(other.db),
      ]);
      expect([compiles.rows, ours.rows]).toEqual([[{ jit: 'on' }], [{ jit: 'off' }]]);
    } finally {
      await other.close();
    }
  });
});

describe('time limits', () => {
  it('end a statement that takes too long, and the connection goes on', async () => {
    const limited = open({ limits: { statement_ms: 50 } });
    await expect(sql`select pg_sleep(30)`.execute(limited.db)).rejects.toThrow(/statement timeout/);
    await survives(limited);
  });

  it('hold within transactions also where nothing may be set on a connection', async () => {
    const limited = open({ namedStatements: false, limits: { statement_ms: 50 } });
    const slow = limited.db.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx));
    await expect(slow).rejects.toThrow(/statement timeout/);
    await survives(limited);
  });

  it('end a transaction that as a whole takes too long, and with it its locks', async () => {
    const limited = open({ limits: { transaction_ms: 100 } });
    const slow = limited.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      for (;;) await sql`select pg_sleep(0.01)`.execute(tx);
    });
    await expect(slow).rejects.toThrow(/outlived 100 ms|terminated/);
    await sql`select pg_advisory_xact_lock(1)`.execute(database.db);
    await survives(limited);
  });

  it('let the reason of a failed transaction through, not that of its rollback', async () => {
    const limited = open({});
    const failing = limited.db.transaction().execute(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => {});
      throw new Error('the reason');
    });
    await expect(failing).rejects.toThrow('the reason');
    await survives(limited);
  });
});

describe('a frozen Postgres', () => {
  it('costs a query its time limit and the connection, never an answer that belongs to another', async () => {
    const proxy = await startProxy(database.serverUrl);
    // Enough for the first statement on a busy machine.
    const limited = open({ url: proxy.url, limits: { statement_ms: 500 } });
    await sql`select 1`.execute(limited.db);
    proxy.freeze();
    await expect(sql`select 1 as one`.execute(limited.db)).rejects.toThrow(/timeout/);
    expect(limited.pool.totalCount).toBe(0);
    await limited.close();
    await proxy.close();
  });
});

describe('connections that died without a word', () => {
  /** Long limits of statements: what ends the wait is the silence. */
  const limits = { statement_ms: 60_000, silence_ms: 1_000 };
  const select = (database: ReturnType<typeof open>, number: number) =>
    sql<{ number: number }>`select ${sql.lit(number)} as number`.execute(database.db);
  const opened = (limited: ReturnType<typeof open>) =>
    Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.01)`.execute(limited.db)));

  it('are not taken for dead where a file of the address is gone, so that nobody can ask', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-authority-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, '');
    const url = new URL(database.serverUrl);
    // The file is read all the same.
    url.searchParams.set('sslmode', 'disable');
    url.searchParams.set('sslrootcert', file);
    const limited = open({ url: url.href, poolSize: 2, limits });
    await sql`select 1`.execute(limited.db);
    await rm(folder, { recursive: true });
    const slow = sql<{ done: string }>`select pg_sleep(0.6)::text as done`.execute(limited.db);
    await expect(select(limited, 1)).rejects.toThrow('a file that it names');
    expect((await slow).rows).toEqual([{ done: '' }]);
    await limited.close();
  });

  it('cost those who were using one an error, and nobody after them', async () => {
    const proxy = await startProxy(database.serverUrl);
    const limited = open({ url: proxy.url, poolSize: 4, limits });
    await opened(limited);
    expect(limited.pool.idleCount).toBe(4);
    proxy.forget();
    await expect(select(limited, 1)).rejects.toThrow('the database does not answer');
    expect((await select(limited, 2)).rows).toEqual([{ number: 2 }]);
    expect((await select(limited, 3)).rows).toEqual([{ number: 3 }]);
    await limited.close();
    await proxy.close();
  });

  it('are told from one on which Postgres is at work', async () => {
    const proxy = await startProxy(database.serverUrl);
    const limited = open({ url: proxy.url, poolSize: 2, limits });
    const slow = sql<{ done: string }>`select pg_sleep(1.1)::text as done`.execute(limited.db);
    expect((await slow).rows).toEqual([{ done: '' }]);
    await limited.close();
    await proxy.close();
  });

  it('refuse who waits for one, where Postgres answers nobody', async () => {
    const proxy = await startProxy(database.serverUrl);
    const limited = open({ url: proxy.url, poolSize: 2, limits });
    await opened(limited);
    proxy.swallow();
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => select(limited, number)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    proxy.thaw();
    expect((await select(limited, 7)).rows).toEqual([{ number: 7 }]);
    await limited.close();
    await proxy.close();
  });

  it('refuse who waits behind a batch of hot statements', async () => {
    const proxy = await startProxy(database.serverUrl);
    const limited = open({ url: proxy.url, poolSize: 4, limits });
    const statement = {
      name: 'echo',
      text: 'select ord, $1::int as program from json_to_recordset($2::json) as asked (ord int)',
    };
    const ask = () => limited.hot.runEach<{ ord: number }>(statement, { program_id: 1 }, {});
    await ask();
    proxy.swallow();
    const outcomes = await Promise.allSettled(Array.from({ length: 250 }, ask));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    proxy.thaw();
    expect(await ask()).toMatchObject({ ord: 0 });
    await limited.close();
    await proxy.close();
  });
});

describe('a lock that somebody else holds', () => {
  it('is waited for as long as a statement may wait for one', async () => {
    for (const namedStatements of [true, false]) {
      const limited = open({ namedStatements, limits: { lock_ms: 50 } });
      await database.db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(77)`.execute(tx);
        const waiting = limited.db
          .transaction()
          .execute((other) => sql`select pg_advisory_xact_lock(77)`.execute(other));
        await expect(waiting).rejects.toMatchObject({ code: '55P03' });
      });
      await survives(limited);
    }
  });
});

describe('a lost connection', () => {
  it('fails what waits on it and nothing else', async () => {
    const limited = open({});
    const pid = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(limited.db);
    const sleeping = sql`select pg_sleep(30)`.execute(limited.db);
    const lost = expect(sleeping).rejects.toThrow(/terminat/);
    const ended = sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity where pid = ${pid.rows[0]!.pid} and query ~ 'pg_sleep'`;
    while ((await ended.execute(database.db)).rows.length === 0);
    await lost;
    await survives(limited);
  });
});

describe('a copy of rows', () => {
  it('whose reader stops gives its connection back, and fails if it is read on', async () => {
    const limited = open({});
    const rows = limited.hot.copyOut(
      `copy (select repeat('unread', 1000) from generate_series(1, 50000)) to stdout`,
      1,
    );
    await rows.next();
    const copying = sql`select from pg_stat_activity where state = 'active' and query like 'copy (select repeat(''unread%'`;
    while ((await copying.execute(database.db)).rows.length > 0);
    const readOn = async () => {
      for await (const bytes of rows) expect(bytes.length).toBeGreaterThan(0);
    };
    await expect(readOn()).rejects.toThrow('nobody read the rows');
    await survives(limited);
  });
});

describe('hot statements', () => {
  async function prepared(namedStatements: boolean): Promise<number> {
    const executor = open({ namedStatements });
    const count = { name: 'count_prepared', text: 'select count(*) as held from pg_prepared_statements' };
    await executor.hot.run(count, []);
    const rows = await executor.hot.run<{ held: number }>(count, []);
    await executor.close();
    return rows[0]!.held;
  }

  it('are planned once per connection, and leave nothing on it where names are off', async () => {
    expect(await prepared(true)).toBe(1);
    expect(await prepared(false)).toBe(0);
  });

  it('have their names inside a transaction too, and none where names are off', async () => {
    const text = 'select count(*) as held from pg_prepared_statements';
    const query: NamedQuery = { ...CompiledQuery.raw(text), name: 'count_prepared' };
    for (const namedStatements of [true, false]) {
      const { db, close } = open({ namedStatements });
      const { rows } = await db.transaction().execute((tx) => tx.executeQuery<{ held: number }>(query));
      expect(rows).toEqual([{ held: namedStatements ? 1 : 0 }]);
      await close();
    }
  });

  it('keep their connection after a refusal by Postgres', async () => {
    const executor = open({});
    const pid = { name: 'pid', text: 'select pg_backend_pid() as pid' };
    const before = await executor.hot.run(pid, []);
    const failing = executor.hot.run({ name: 'divide', text: 'select 1 / $1::int' }, [0]);
    await expect(failing).rejects.toThrow(/division by zero/);
    expect(await executor.hot.run(pid, [])).toEqual(before);
    await executor.close();
  });
});

describe('a question behind a write', () => {
  const OF = { program_id: 1 };
  /** The row's own number is its answer, and 0 has none. */
  const WRITE_EACH = {
    name: 'write_each',
    text: `with asked as (select * from json_to_recordset($2::json) as asked (ord int, number int)),
      written as (insert into numbers select number from asked where number <> 0 and $1::int = 1 returning number)
      select ord, number from asked join written using (number)`,
  };
  const ASK = {
    name: 'ask_number',
    text: `select ord, (select count(*) from numbers where number = asked.number and $1::int = 1) as found, 1 / (number - 99) as fails
      from json_to_recordset($2::json) as asked (ord int, number int)`,
  };
  const ask = async ({ hot }: ReturnType<typeof open>, number: number) => {
    const question: Question = [ASK, OF, { number }];
    const asked = hot.runEachThen<{ ord: number; number: number }, { ord: number; found: number }>(
      ...[WRITE_EACH, OF, { number }, question],
    );
    const { answer, behind } = await asked;
    return { answer, behind };
  };
  beforeAll(async () => {
    await database.asOwner('create table numbers (number int check (number < 1000))');
    await database.asOwner('grant select, insert on numbers to public');
  });
  beforeEach(() => database.asOwner('truncate numbers'));

  it.each([true, false])('finds what the row wrote, each its own, named: %s', async (namedStatements) => {
    const one = open({ namedStatements });
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    const found = await Promise.all(
      numbers.map(async (number) => {
        const { answer, behind } = await ask(one, number);
        return { number: answer?.number, found: (await behind())?.found };
      }),
    );
    expect(found).toEqual(numbers.map((number) => ({ number, found: 1 })));
    await survives(one);
  });

  it('is sent while the write is still worked on', async () => {
    const one = open({});
    const sent = new SentStatements(one.pool);
    const locked = new pg.Client({ connectionString: database.ownerUrl });
    await locked.connect();
    await locked.query('begin');
    await locked.query('lock table numbers in share mode');
    const statements = await sent.during(async () => {
      const asked = ask(one, 1);
      const isBlocked = `select count(*) from pg_locks where relation = 'numbers'::regclass and not granted`;
      while ((await locked.query(isBlocked)).rows[0].count === '0');
      expect(sent.texts).toHaveLength(2);
      await locked.query('rollback');
      await (await asked).behind();
    });
    expect(statements).toHaveLength(2);
    await locked.end();
    await survives(one);
  });

  it('fails by itself, and leaves the answer and the connection as they are', async () => {
    const one = open({});
    const { answer, behind } = await ask(one, 99);
    expect(answer?.number).toBe(99);
    await expect(behind()).rejects.toThrow(/division by zero/);
    expect((await (await ask(one, 5)).behind())?.found).toBe(1);
    await survives(one);
  });

  it('is no matter where the write is refused, and those who shared it are written alone', async () => {
    const one = open({});
    const all = await Promise.allSettled([1, 1_000, 2, 0].map((number) => ask(one, number)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const given = all.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    expect(given.map((one) => one?.answer?.number)).toEqual([1, undefined, 2, undefined]);
    expect([(await given[0]!.behind())?.found, (await given[2]!.behind())?.found]).toEqual([1, 1]);
    const { rows } = await database.asOwner('select number from numbers order by 1');
    expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
    await survives(one);
  });

  it('fails where the connection is lost after the write, whose answer stands', async () => {
    const one = open({});
    const cut = {
      name: 'cut_after',
      text: 'select pg_terminate_backend(pg_backend_pid()), $1::int, $2::json',
    };
    const asked = one.hot.runEachThen(WRITE_EACH, OF, { number: 3 }, [cut, OF, {}]);
    const { answer, behind } = await asked;
    expect(answer).toMatchObject({ number: 3 });
    await expect(behind()).rejects.toThrow(/terminat/);
    expect((await (await ask(one, 5)).behind())?.found).toBe(1);
    const { rows } = await database.asOwner('select number from numbers order by 1');
    expect(rows).toEqual([{ number: 3 }, { number: 5 }]);
    await survives(one);
  });

  it('fails with the write on a lost connection, and the next one goes on', async () => {
    const one = open({});
    const cut = {
      ...WRITE_EACH,
      name: 'cut',
      text: `select pg_terminate_backend(pg_backend_pid()), $1::int, $2::json`,
    };
    const asked = one.hot.runEachThen(cut, OF, { number: 1 }, [ASK, OF, { number: 1 }]);
    await expect(asked).rejects.toThrow(/terminat/);
    expect((await (await ask(one, 5)).behind())?.found).toBe(1);
    await survives(one);
  });
});

describe('a Postgres that ends as soon as it is ready', () => {
  it('fails whoever asks, and not the process', async () => {
    const ready = message('R', 0, 0, 0, 0) + message('Z', 'I');
    const end = message('E', 'SFATAL\0', 'C57P01\0', 'Mterminating connection\0', 0);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // Both come in one packet, before anybody has been given the connection.
      socket.once('data', () => socket.end(Buffer.from(ready + end, 'latin1')));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const ending = open({ url: `postgres://nobody@127.0.0.1:${port}/nothing` });
    try {
      await expect(sql`select 1`.execute(ending.db)).rejects.toThrow();
    } finally {
      await ending.close();
      server.close();
    }
  });
});

/** A message of Postgres's protocol: its letter, its length, its text. Numbers are bytes. */
function message(letter: string, ...parts: (string | number)[]): string {
  const text = parts.map((part) => (typeof part === 'number' ? String.fromCharCode(part) : part)).join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  return letter + length.toString('latin1') + text;
}
