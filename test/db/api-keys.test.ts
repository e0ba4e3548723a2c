import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedStatements } from '../../src/db/named-statements.ts';
import { ts } from '../../src/db/timestamps.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { apiKeyHash, isWellFormedApiKey } from '../../src/domain/programs/api-key.ts';
import { KeyLookup } from '../../src/domain/programs/key-lookup.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TESTER } from '../support/tester.ts';

const NOW = 1_760_000_000_000;
let database: TestDatabase;
let deps: Parameters<typeof createApiKey>[0];
let lookup: KeyLookup;
let programId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = {
    db: database.db,
    clock: { real: () => NOW, now: () => NOW },
    random: { bytes: (size) => randomBytes(size) },
  };
  lookup = new KeyLookup(database.hot);
  for (const key of ['north', 'south']) {
    const { id } = await database.db
      .insertInto('programs')
      .values({
        key,
        name: key,
        currency: 'EUR',
        settings: '{}',
        test: true,
        clock_offset_ms: 5,
        configuration_version: 3,
        created_at: ts(NOW),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (key === 'north') programId = id;
  }
});
afterAll(() => database.close());

const create = (name: string) =>
  createApiKey(deps, { program_key: 'north', name, scopes: ['read_customers', 'write_orders'], by: TESTER });

describe('API keys', () => {
  it('find their program with what a request needs of it', async () => {
    const { id, key } = await create('storefront');
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(await lookup.find(apiKeyHash(key))).toEqual({
      key_id: id,
      app_id: null,
      program_id: programId,
      scopes: ['read_customers', 'write_orders'],
      expires_at: null,
      revoked: false,
      networks: null,
      requests_per_second: null,
      configuration_version: 3,
      clock_offset_ms: 5,
    });
  });

  it('are listed newest first and never shown again', async () => {
    const { id, key } = await create('warehouse');
    const [newest] = await listApiKeys(deps, 'north');
    expect(newest).toEqual({
      id,
      name: 'warehouse',
      key_prefix: key.slice(0, 12),
      scopes: ['read_customers', 'write_orders'],
      created_at: NOW,
      revoked_at: null,
      last_used_at: null,
      expires_at: null,
      networks: null,
      requests_per_second: null,
    });
    expect(await listApiKeys(deps, 'south')).toEqual([]);
  });

  it('are several at a time, and one revoked leaves the others', async () => {
    const [old, fresh] = [await create('old'), await create('new')];
    expect(await revokeApiKey(deps, 'north', old.id, TESTER)).toBe(true);
    expect(await lookup.find(apiKeyHash(old.key))).toMatchObject({ key_id: old.id, revoked: true });
    expect((await lookup.find(apiKeyHash(fresh.key)))?.key_id).toBe(fresh.id);
    expect(await revokeApiKey(deps, 'north', old.id, TESTER)).toBe(false);
  });

  it('belong to one program', async () => {
    const { id, key } = await create('north only');
    await expect(revokeApiKey(deps, 'south', id, TESTER)).rejects.toMatchObject({ code: 'not_found' });
    expect((await lookup.find(apiKeyHash(key)))?.key_id).toBe(id);
    await expect(listApiKeys(deps, 'west')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the look-up of keys', () => {
  it('asks for all of one turn in one query, unknown and repeated ones included', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_, i) => create(`key ${i}`)));
    let queries = 0;
    const counted = new KeyLookup({
      run: (...args: Parameters<NamedStatements['run']>) => {
        queries += 1;
        return database.hot.run(...args);
      },
    } as NamedStatements);
    const hashes = [...keys, ...keys].map(({ key }) => apiKeyHash(key));
    const found = await Promise.all([...hashes, apiKeyHash('nobody')].map((hash) => counted.find(hash)));
    expect(found.map((entry) => entry?.key_id)).toEqual(
      [...keys, ...keys, { id: undefined }].map(({ id }) => id),
    );
    expect(queries).toBe(1);
  });

  it('never answers from a query that began before the request came', async () => {
    const { id, key } = await create('short-lived');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun: string[] = [];
    const slow = new KeyLookup({
      run: async (...args: Parameters<NamedStatements['run']>) => {
        const rows = await database.hot.run(...args);
        begun.push('read');
        if (begun.length === 1) await held;
        return rows;
      },
    } as NamedStatements);
    const before = slow.find(apiKeyHash(key));
    while (begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await revokeApiKey(deps, 'north', id, TESTER);
    const after = await slow.find(apiKeyHash(key));
    release();
    expect(await before).toMatchObject({ key_id: id, revoked: false });
    expect(after?.revoked).toBe(true);
  });

  it('fails every request of a query that fails, and the next one goes on', async () => {
    let broken = true;
    const flaky = new KeyLookup({
      run: (...args: Parameters<NamedStatements['run']>) =>
        broken ? Promise.reject(new Error('lost')) : database.hot.run(...args),
    } as NamedStatements);
    const both = await Promise.allSettled([flaky.find(apiKeyHash('a')), flaky.find(apiKeyHash('b'))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await flaky.find(apiKeyHash('a'))).toBeUndefined();
  });
});
