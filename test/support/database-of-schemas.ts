import { addressInSchema } from '../../src/database-address.ts';
import { addShard, setUpDirectory } from '../../src/db/add-shard.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { newSchemaName } from './shops-in-schemas.ts';

/** A database with a directory, and with a schema beside the home for each of these ends of names. */
export async function createDatabaseOfSchemas(
  ...ends: string[]
): Promise<{ database: TestDatabase; names: string[] }> {
  const database = await createTestDatabase();
  const { serverUrl, ownerUrl } = database;
  await setUpDirectory({ serverUrl, ownerUrl });
  const names = ends.map(newSchemaName);
  for (const name of names) {
    await addShard(
      { serverUrl, ownerUrl },
      { name, url_variable: null, owner_url_variable: null },
      { serverUrl: addressInSchema(serverUrl, name), ownerUrl: addressInSchema(ownerUrl, name) },
    );
  }
  return { database, names };
}
