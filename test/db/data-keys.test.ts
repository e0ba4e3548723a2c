import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openDataKeys,
  recoverDataKeys,
  renewDataKeys,
  rotateDataKeys,
  SecretKeyError,
} from '../../src/db/data-keys.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const FIRST = 'the first secret key of this database';
const SECOND = 'the second secret key of this database';
const OF_BEFORE = 14;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const asServer = (key: string | null) => openDataKeys(database.db, key, 'server');
const asCommand = (key: string | null) => openDataKeys(database.db, key, 'command');
const derived = (key: string) => createHash('sha256').update(key).digest();

async function stored(): Promise<{ wrapped: boolean; value: Buffer | null }[]> {
  return database.db.selectFrom('data_keys').select(['wrapped', 'value']).orderBy('id').execute();
}

describe('the keys of data', () => {
  it('are made by whichever of several processes comes first, the same for all', async () => {
    const keys = await Promise.all([1, 2, 3, 4, 5].map(() => asServer(FIRST)));
    expect(new Set(keys.map(({ secret }) => secret.toString('hex'))).size).toBe(1);
    expect(keys[0]!.secret).toHaveLength(32);
    expect(keys[0]!.secret).not.toEqual(derived(FIRST));
    expect(await stored()).toMatchObject([{ wrapped: true }]);
  });

  it('stay the same when SECRET_KEY is set, and are wrapped by it', async () => {
    const bare = await asServer(null);
    expect(await stored()).toEqual([{ wrapped: false, value: bare.secret }]);
    const both = await Promise.all([asServer(FIRST), asServer(FIRST)]);
    expect(both).toEqual([bare, bare]);
    const [row] = await stored();
    expect(row!.wrapped).toBe(true);
    expect(row!.value!.includes(bare.secret)).toBe(false);
  });

  it('are wrapped by one of two processes that bring different keys, and the other is refused', async () => {
    await asServer(null);
    const outcomes = await Promise.allSettled([asServer(FIRST), asServer(SECOND)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are refused to whoever brings another SECRET_KEY or none, with what to do', async () => {
    await asServer(FIRST);
    await expect(asServer(SECOND)).rejects.toThrow(
      /SECRET_KEY is not the one that wraps.*secret rotate --to/,
    );
    await expect(asCommand(SECOND)).rejects.toThrow(SecretKeyError);
    await expect(asServer(null)).rejects.toThrow(/wrapped by a SECRET_KEY, and none is set/);
    await expect(asCommand(FIRST)).resolves.toEqual(await asServer(FIRST));
  });

  it('are never wrapped by a command, whose environment may be another', async () => {
    const keys = await asCommand(FIRST);
    expect(await stored()).toMatchObject([{ wrapped: false }]);
    expect(await asServer(SECOND)).toEqual(keys);
  });
});

describe('a rotation', () => {
  it('keeps the keys, opens them to the new SECRET_KEY alone, and may be told twice', async () => {
    const keys = await asServer(FIRST);
    expect(await rotateDataKeys(database.db, FIRST, SECOND)).toBe('rotated');
    expect(await asServer(SECOND)).toEqual(keys);
    await expect(asServer(FIRST)).rejects.toThrow(SecretKeyError);
    expect(await rotateDataKeys(database.db, FIRST, SECOND)).toBe('rotated_before');
    expect(await asServer(SECOND)).toEqual(keys);
  });

  it('goes from none and to none', async () => {
    const keys = await asServer(null);
    expect(await rotateDataKeys(database.db, null, FIRST)).toBe('rotated');
    expect(await asServer(FIRST)).toEqual(keys);
    expect(await rotateDataKeys(database.db, FIRST, null)).toBe('rotated');
    expect(await asServer(null)).toEqual(keys);
    expect(await rotateDataKeys(database.db, FIRST, null)).toBe('rotated_before');
  });

  it('is refused to whoever does not have the present SECRET_KEY', async () => {
    await asServer(FIRST);
    await expect(rotateDataKeys(database.db, null, SECOND)).rejects.toThrow(SecretKeyError);
    await expect(rotateDataKeys(database.db, 'x'.repeat(40), SECOND)).rejects.toThrow(SecretKeyError);
    await asServer(FIRST);
  });

  it('leaves one of two that run at once in force', async () => {
    const keys = await asServer(FIRST);
    const outcomes = await Promise.allSettled([
      rotateDataKeys(database.db, FIRST, SECOND),
      rotateDataKeys(database.db, FIRST, 'z'.repeat(40)),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const inForce = outcomes[0]!.status === 'fulfilled' ? SECOND : 'z'.repeat(40);
    expect(await asServer(inForce)).toEqual(keys);
  });
});

describe('a lost SECRET_KEY', () => {
  it('costs the keys it wraps, until it is found again', async () => {
    const lost = await asServer(FIRST);
    expect(await renewDataKeys(database.db, null)).toBe(true);
    const renewed = await asServer(SECOND);
    expect(renewed.formerSecrets).toEqual([]);
    expect(renewed.secret).not.toEqual(lost.secret);
    expect(await recoverDataKeys(database.db, SECOND, FIRST)).toEqual({ recovered: 1 });
    expect(await asServer(SECOND)).toEqual({ secret: renewed.secret, formerSecrets: [lost.secret] });
    await expect(asServer(null)).rejects.toThrow(SecretKeyError);
  });

  it('is none where SECRET_KEY opens everything', async () => {
    const keys = await asServer(FIRST);
    expect(await renewDataKeys(database.db, FIRST)).toBe(false);
    expect(await asServer(FIRST)).toEqual(keys);
  });

  it('of a server that did not keep keys in the database is brought back beside the present key', async () => {
    const keys = await asServer(null);
    expect(await recoverDataKeys(database.db, null, FIRST)).toEqual({ recovered: 1 });
    expect(await recoverDataKeys(database.db, null, FIRST)).toEqual({ recovered: 0 });
    expect(await asServer(null)).toEqual({ secret: keys.secret, formerSecrets: [derived(FIRST)] });
  });
});

describe('a database from before', () => {
  const GENERATED = Buffer.alloc(32, 9);

  /** With a program, and what the arguments say of it. */
  async function fromBefore(has: { generated?: boolean; card?: boolean }): Promise<void> {
    await database.close();
    database = await createTestDatabase({ empty: true });
    const before = (await readMigrations()).filter(({ number }) => number < OF_BEFORE);
    await migrate({ ...database, migrations: before });
    await database.asOwner(
      `insert into programs (key, name, currency, settings, configuration_version, test, created_at)
         values ('shop', 'Shop', 'USD', '{"currency_rates": {"JPY": 150}}', 1, false, now())`,
    );
    if (has.generated) {
      await database.asOwner(
        `insert into server_secrets (name, value, created_at) values ('server', '\\x${GENERATED.toString('hex')}', now())`,
      );
    }
    if (has.card) {
      await database.asOwner(
        `insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost, claimed_at, created_at, terms, code_hash)
           select id, 1, 1, 'gift_card', 'Card', 'approved', 'points_redemption', 0, now(), now(), '{}', '\\x01' from programs`,
      );
    }
    await migrate(database);
  }

  it('that used SECRET_KEY goes on with what was derived from it, wrapped', async () => {
    await fromBefore({ card: true });
    expect(await asCommand(FIRST)).toEqual({ secret: derived(FIRST), formerSecrets: [] });
    const keys = await Promise.all([asServer(FIRST), asServer(FIRST)]);
    expect(keys[0]).toEqual({ secret: derived(FIRST), formerSecrets: [] });
    expect(keys[1]).toEqual(keys[0]);
    await expect(asServer(SECOND)).rejects.toThrow(SecretKeyError);
  });

  it('that used SECRET_KEY does not start without', async () => {
    await fromBefore({ card: true });
    await expect(asServer(null)).rejects.toThrow(/were made with a SECRET_KEY, and none is set/);
    await expect(asServer(FIRST)).resolves.toMatchObject({ secret: derived(FIRST) });
  });

  it('that used the one in the database goes on with that', async () => {
    await fromBefore({ generated: true, card: true });
    expect(await asServer(null)).toEqual({ secret: GENERATED, formerSecrets: [] });
  });

  it('that may have used both goes on with both, whichever order they are named in', async () => {
    await fromBefore({ generated: true, card: true });
    const both = { secret: derived(FIRST), formerSecrets: [GENERATED] };
    expect(await asCommand(FIRST)).toEqual(both);
    expect(await asServer(null)).toEqual({ secret: GENERATED, formerSecrets: [] });
    expect(await asServer(FIRST)).toEqual(both);
    expect((await stored()).map(({ wrapped }) => wrapped)).toEqual([true, true]);
  });

  it('in which nothing stands under a key starts with and without', async () => {
    await fromBefore({});
    const keys = await asServer(null);
    expect(keys.secret).toHaveLength(32);
    expect((await asServer(FIRST)).secret).toEqual(keys.secret);
  });

  it('keeps its rates, by which claims of before are shown', async () => {
    await fromBefore({});
    const { rows } = await sql`select rates_of_before from programs`.execute(database.db);
    expect(rows).toEqual([{ rates_of_before: { JPY: 150 } }]);
  });
});
