import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { addShard, readDirectoryAt, setUpDirectory } from '../../src/db/add-shard.ts';
import { beginIdsOf, recordMove, registerShard } from '../../src/db/directory.ts';
import { withClient } from '../../src/db/migrate.ts';
import { IDS_OF_A_SHARD } from '../../src/db/shard-numbers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { asOwner, newSchemaName, ShopsInSchemas } from '../support/shops-in-schemas.ts';

let database: TestDatabase;
const home = inject('cluster').schema ?? 'public';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const shards = (...args: string[]) => shardsWith({}, ...args);
const shardsWith = (env: Record<string, string>, ...args: string[]) =>
  runCommand(['shards', ...args], {
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...env,
  });
const urlsIn = (schema: string) => ({
  serverUrl: addressInSchema(database.serverUrl, schema),
  ownerUrl: addressInSchema(database.ownerUrl, schema),
});
const stateOf = async () =>
  (await readDirectoryAt(database.serverUrl))?.shards.map(({ name, number, state }) => [number, name, state]);

describe('the directory', () => {
  const [one, two, far] = ['one', 'two', 'far'].map(newSchemaName) as [string, string, string];

  it('is not there until a schema is added', async () => {
    expect(await readDirectoryAt(database.serverUrl)).toBeUndefined();
    expect(await shards('list')).toMatchObject({
      code: 1,
      stderr: 'This database has no directory. Make one with: loyaltyd shards add NAME\n',
    });
    expect(await shards('close', one)).toMatchObject({ code: 1 });
  });

  it('numbers schemas from 1, the home being 0, and adding one twice changes nothing', async () => {
    const added = await shards('add', one);
    expect([added.code, added.stdout, added.stderr]).toEqual([
      0,
      `The schema ${one} has the number 1. Servers with SCHEMAS set serve it within seconds.\n`,
      '',
    ]);
    expect(await shards('add', one)).toEqual(added);
    expect((await shards('add', two, '--json')).stdout).toContain('"number":2');
    expect(await stateOf()).toEqual([
      [0, home, 'open'],
      [1, one, 'open'],
      [2, two, 'open'],
    ]);
  });

  it('is read by the role of the server, which cannot change it', async () => {
    await expect(
      withClient(database.serverUrl, (client) => client.query('delete from loyaltyd.moved_programs')),
    ).rejects.toThrow('permission denied');
  });

  it('adds one schema once, whoever adds it at the same time', async () => {
    const name = newSchemaName('at_once');
    const numbers = await Promise.all(
      [1, 2, 3].map(() =>
        addShard(urlsIn(home), { name, url_variable: null, owner_url_variable: null }, urlsIn(name)),
      ),
    );
    expect(numbers.map(({ number, state }) => [number, state])).toEqual(new Array(3).fill([3, 'open']));
  });

  it('makes ids of programs, sites and rules that say where they were made', async () => {
    const shops = new ShopsInSchemas(database);
    const { program } = await shops.in(two);
    expect([program.id, program.sites[0]!.id].map((id) => Math.floor(id / IDS_OF_A_SHARD))).toEqual([2, 2]);
    expect((await shards('list', '--json')).stdout).toContain('"programs":1,"customers":1,"trouble":null');
    await shops.close();
  });

  it('refuses a schema whose ids are those of another, and goes on once it is empty', async () => {
    const filled = newSchemaName('filled');
    const shops = new ShopsInSchemas(database);
    await shops.found('filled');
    const refused = await shards('add', filled);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('has programs already')]);
    expect(await stateOf()).toContainEqual([4, filled, 'making']);
    await shops.close();
    await withClient(database.ownerUrl, (owner) =>
      owner.query(`drop schema ${filled} cascade; drop schema ${filled}_analytics cascade`),
    );
    expect((await shards('add', filled)).code).toBe(0);
    expect(await stateOf()).toContainEqual([4, filled, 'open']);
  });

  it('takes the address of another database by the name of a variable, and never shows it', async () => {
    const other = await createTestDatabase({ empty: true });
    const env = { OTHER_URL: other.serverUrl, OTHER_OWNER_URL: other.ownerUrl };
    const args = ['add', far, '--url-variable', 'OTHER_URL', '--owner-url-variable', 'OTHER_OWNER_URL'];
    const without = await shards(...args);
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('OTHER_URL must be a postgres:// URL'),
    ]);
    expect((await shardsWith(env, ...args)).code).toBe(0);
    const listed = await shardsWith(env, 'list');
    expect(listed.stdout).toContain(`${far}`);
    expect(listed.stdout).toContain('OTHER_URL');
    expect(listed.stdout).not.toContain('postgres://');
    const ids = await asOwner(
      { ownerUrl: addressInSchema(other.ownerUrl, far) },
      "select nextval('configuration_ids')::float8 as id",
    );
    expect(ids).toEqual([{ id: 5 * IDS_OF_A_SHARD + 1 }]);
    await other.close();
    expect((await shardsWith(env, 'list')).stdout).toMatch(new RegExp(`${far} +OTHER_URL +away`));
  });

  it('says which schemas get no new programs', async () => {
    expect((await shards('close', one)).stdout).toBe(`No new programs are placed in ${one}.\n`);
    expect(await stateOf()).toContainEqual([1, one, 'closed']);
    expect((await shards('open', one)).code).toBe(0);
    expect(await stateOf()).toContainEqual([1, one, 'open']);
    expect((await shards('close', 'nowhere')).stderr).toBe('The directory has no schema nowhere.\n');
  });

  it('knows of a program that moved all schemas in which it was, also once it is back', async () => {
    const id = IDS_OF_A_SHARD + 5;
    const moved = { program_id: id, key: 'shop', site_ids: [id + 1] };
    const read = async () => (await readDirectoryAt(database.serverUrl))!.moved;
    await withClient(database.ownerUrl, async (owner) => {
      for (const [shard_number, was_in] of [
        [2, [1]],
        [2, [1]],
        [3, [1, 2]],
        [1, [2, 3]],
        [0, [1, 2, 3]],
      ] as const) {
        await recordMove(owner, { ...moved, shard_number });
        expect(await read()).toEqual([{ ...moved, shard_number, was_in }]);
      }
    });
  });

  it('is listed with the programs that came to each schema, and with what keeps a schema from being served', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      await owner.query(
        `delete from ${two}.migrations where number = (select max(number) from ${two}.migrations)`,
      );
      const moved = { program_id: IDS_OF_A_SHARD + 7, key: 'came', site_ids: [] };
      await recordMove(owner, { ...moved, shard_number: 2 });
    });
    await shards('close', one);
    const { code, stdout } = await shards('list', '--json');
    const listed = JSON.parse(stdout).shards as Record<string, unknown>[];
    const shown = (number: number) => listed.find((shard) => shard.number === number);
    expect(code).toBe(0);
    expect(shown(0)).toMatchObject({ name: home, state: 'open', moved_here: 1, programs: 0, trouble: null });
    expect(shown(1)).toMatchObject({ name: one, state: 'closed', moved_here: 0, programs: 0, trouble: null });
    expect(shown(2)).toMatchObject({ name: two, moved_here: 1, programs: null, trouble: 'behind' });
    expect(shown(5)).toMatchObject({ name: far, url_variable: 'OTHER_URL', trouble: 'no address' });
  });

  it('is not begun twice for a schema', async () => {
    await setUpDirectory(urlsIn(home));
    expect(await stateOf()).toContainEqual([0, home, 'open']);
    expect(await withClient(urlsIn(one).ownerUrl, (owner) => beginIdsOf(owner, 2))).toBe(true);
  });

  it('gives each of several that are added at once a number of its own', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `at_once_${n}`);
    const added = await Promise.all(
      names.map((name) =>
        withClient(database.ownerUrl, (owner) =>
          registerShard(owner, { name, url_variable: null, owner_url_variable: null }),
        ),
      ),
    );
    expect(added.map((shard) => shard!.name)).toEqual(names);
    expect(new Set(added.map((shard) => shard!.number)).size).toBe(names.length);
  });
});
