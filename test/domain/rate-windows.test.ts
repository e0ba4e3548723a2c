import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { acceptRequest } from '../../src/domain/programs/rate-windows.ts';
import { createTestDatabase, PATIENT, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
/** In which all happens within one second. */
let held: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  [database, held] = await Promise.all([
    createTestDatabase({ patient: true }),
    createTestDatabase({ heldClock: true }),
  ]);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // Every moment that was ever accepted, as the database saw it.
  await owner.query(`
    create table accepted_moments (name text, moment timestamptz);
    create function record_moment() returns trigger language plpgsql security definer as $$
    begin
      insert into accepted_moments values (new.name, new.accepted[cardinality(new.accepted)]);
      return null;
    end $$;
    create trigger record after update on rate_windows for each row execute function record_moment();`);
});
afterAll(async () => {
  await owner.end();
  await Promise.all([database.close(), held.close()]);
});

const ask = (name: string, per_second: number, db = held.db) =>
  acceptRequest(db, { program_id: 1, name, per_second });

const put = (name: string, accepted: string) =>
  sql`insert into rate_windows (program_id, name, accepted) values (1, ${name}, ${sql.raw(accepted)})`.execute(
    held.db,
  );

describe('a limit of requests a second', () => {
  it('accepts as many at once, and says how many remain', async () => {
    const verdicts = [];
    for (let index = 0; index < 3; index += 1) verdicts.push(await ask('three', 3));
    expect(verdicts.map(({ accepted }) => accepted)).toEqual([true, true, true]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
  });

  it('accepts the first requests ever, however many come at once, and no more', async () => {
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => ask('first', 10)));
    expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(10);
  });

  it('refuses while the window is full, and says until when', async () => {
    await put('full', `array_fill(clock_timestamp() + interval '900 milliseconds', array[3])`);
    const verdict = await ask('full', 3);
    expect(verdict).toMatchObject({ accepted: false, remaining: 0 });
    expect(verdict.retry_after_ms).toBeGreaterThan(0);
    expect(verdict.retry_after_ms).toBeLessThanOrEqual(1_900);
  });

  it('looks at the request so many before, not at the start of a second', async () => {
    await put(
      'sliding',
      `array[clock_timestamp() - interval '1 second', clock_timestamp() + interval '900 milliseconds']`,
    );
    expect((await ask('sliding', 2)).accepted).toBe(true);
    expect((await ask('sliding', 2)).accepted).toBe(false);
  });

  it('forgets moments that lie ahead because the clock was set back', async () => {
    await put('set back', `array_fill(clock_timestamp() + interval '1 hour', array[2])`);
    expect((await ask('set back', 2)).accepted).toBe(true);
  });

  it('may be lowered and raised while it is used', async () => {
    await put('changed', `array_fill(clock_timestamp() + interval '900 milliseconds', array[5])`);
    expect((await ask('changed', 3)).accepted).toBe(false);
    expect((await ask('changed', 6)).accepted).toBe(true);
    expect((await ask('changed', 6)).accepted).toBe(false);
  });

  it('keeps the limits of programs apart', async () => {
    await put('apart', `array_fill(clock_timestamp() + interval '900 milliseconds', array[1])`);
    expect((await ask('apart', 1)).accepted).toBe(false);
    expect((await acceptRequest(held.db, { program_id: 2, name: 'apart', per_second: 1 })).accepted).toBe(
      true,
    );
  });

  it('is exact over two processes: no second sees more', async () => {
    const limit = 20;
    const second = openDatabase({
      url: database.serverUrl,
      poolSize: 6,
      namedStatements: true,
      applicationName: 'second process',
      logger: console,
      ...PATIENT,
    });
    let accepted = 0;
    const caller = async (db: TestDatabase['db']) => {
      while (accepted < 4 * limit) {
        if ((await ask('race', limit, db)).accepted) accepted += 1;
      }
    };
    await Promise.all([...Array(6)].flatMap(() => [caller(database.db), caller(second.db)]));
    await second.close();
    const { rows } = await owner.query<{ span: string }>(
      `select extract(epoch from lead(moment, ${limit}) over (order by moment) - moment) as span
       from accepted_moments where name = 'race'`,
    );
    const spans = rows.flatMap(({ span }) => (span === null ? [] : [Number(span)]));
    expect(rows.length).toBe(accepted);
    expect(spans.length).toBeGreaterThanOrEqual(3 * limit);
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(1);
  });
});
