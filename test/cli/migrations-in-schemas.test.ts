import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { addShard, setUpDirectory } from '../../src/db/add-shard.ts';
import { beginIdsOf, registerShard, updateShardState } from '../../src/db/directory.ts';
import { migrate, migrationStatus, readMigrations, withClient } from '../../src/db/migrate.ts';
import { type ServerProcess, startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sendJson } from '../support/send-json.ts';
import { untilServed } from '../support/serve-schemas.ts';
import { asOwner, newSchemaName, objectsOf } from '../support/shops-in-schemas.ts';

let database: TestDatabase;
let server: ServerProcess | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await server?.end('SIGTERM');
});
afterAll(() => database.close());

const place = (name: string) => ({ name, url_variable: null, owner_url_variable: null });
const urlsIn = (name: string) => ({
  serverUrl: addressInSchema(database.serverUrl, name),
  ownerUrl: addressInSchema(database.ownerUrl, name),
});

async function serve(): Promise<ServerProcess> {
  const { serverUrl, ownerUrl } = database;
  server = await startServer({ DATABASE_URL: serverUrl, DATABASE_OWNER_URL: ownerUrl, SCHEMAS: '1' });
  await server.logged('listening');
  return server;
}

it('A migration that fails in one of several schemas keeps no other from being served, and the next start goes on with it', async () => {
  const { serverUrl, ownerUrl } = database;
  const home = { serverUrl, ownerUrl };
  const [older, newer] = [newSchemaName('older'), newSchemaName('newer')];
  const migrations = await readMigrations();
  const last = migrations.at(-1)!;
  await setUpDirectory(home);
  const { number } = (await withClient(ownerUrl, (owner) => registerShard(owner, place(older))))!;
  await migrate({ ...urlsIn(older), migrations: migrations.slice(0, -2) });
  await withClient(urlsIn(older).ownerUrl, (owner) => beginIdsOf(owner, number));
  await withClient(ownerUrl, (owner) => updateShardState(owner, number, 'open'));
  await addShard(home, place(newer), urlsIn(newer));
  await asOwner(
    urlsIn(older),
    `alter table migrations add constraint refused check (number <> ${last.number})`,
  );

  const first = await serve();
  expect(await first.logged('not ready: a migration failed and was undone')).toMatchObject({ schema: older });
  await untilServed(first.url, number + 1);
  expect((await sendJson(first.url, 'GET', '/health/ready', undefined)).status).toBe(200);
  expect((await sendJson(first.url, 'GET', `/s/${number}/health/ready`, undefined)).status).toBe(503);
  expect((await migrationStatus(urlsIn(older).serverUrl)).pending).toEqual([last.name]);
  await first.end('SIGTERM');

  await asOwner(urlsIn(older), 'alter table migrations drop constraint refused');
  const second = await serve();
  await untilServed(second.url, number);
  await untilServed(second.url, number + 1);
  expect((await migrationStatus(urlsIn(older).serverUrl)).pending).toEqual([]);
  const objects = async (name: string) => (await objectsOf({ ...urlsIn(name), schema: name })).sort();
  expect(await objects(older)).toEqual(await objects(newer));
});
