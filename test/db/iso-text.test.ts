import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoText, timestampText } from '../../src/db/timestamps.ts';
import { isoTimestamp } from '../../src/http/iso-timestamp.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The text that Postgres writes for each moment, in a session of that zone. */
async function written(zone: string, moments: readonly (number | null)[]): Promise<(string | null)[]> {
  const given = moments.map((ms) => (ms === null ? null : timestampText(ms)));
  return database.db.transaction().execute(async (tx) => {
    await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
    const { rows } = await sql<{ text: string | null }>`
      select ${sql.raw(isoText('moment'))} as text
        from unnest(${given}::timestamptz(3)[]) with ordinality as given (moment, place) order by place`.execute(
      tx,
    );
    return rows.map(({ text }) => text);
  });
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');

const anyMoment = fc.oneof(
  fc.integer({ min: FIRST, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }),
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
);

describe('the text of a moment by Postgres', () => {
  it.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'])(
    "is the presenters', letter for letter, in a session of %s",
    async (zone) => {
      const moments = fc.array(fc.tuple(anyMoment, fc.constantFrom(1, 10, 100, 1_000, 86_400_000)), {
        minLength: 200,
        maxLength: 200,
      });
      await fc.assert(
        fc.asyncProperty(moments, async (given) => {
          const all = given.map(([ms, unit]) => Math.floor(ms / unit) * unit);
          expect(await written(zone, all)).toEqual(all.map(isoTimestamp));
        }),
        { numRuns: 20 },
      );
    },
  );

  it("is the presenters' at the ends of the years of four digits and around 1970, and none where there is no moment", async () => {
    const ends = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.000Z'];
    const around = ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2000-02-29T23:59:59.990Z'];
    const all = [...ends, ...around];
    expect(await written('UTC', [...all.map((text) => Date.parse(text)), null])).toEqual([...all, null]);
  });

  it('has as many digits as a year outside of them needs', async () => {
    expect(await written('UTC', [Date.UTC(12_025, 5, 15, 12, 30, 45, 120)])).toEqual([
      '12025-06-15T12:30:45.120Z',
    ]);
  });
});
