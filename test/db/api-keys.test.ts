import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
    clock: { real: () => NOW, now: () => NOW, shared: async () => NOW },
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

describe('a key that is found along with a row', () => {
  const ECHO = {
    name: 'echo',
    text: `select q.ord, q.word from json_to_recordset($2::json) as q (ord int, word text) where q.word is not null and $1::bigint > 0`,
  };
  type Echo = { ord: number; word: string };

  /** The key and the answer to the row, which one statement reads. */
  async function findAlong(hash: Buffer, word: string | null) {
    const run = vi.spyOn(database.hot, 'run');
    let echo: Promise<Echo | undefined> | undefined;
    const found = await lookup.findAlong(hash, (hot) => {
      echo = hot.runEach<Echo>(ECHO, { program_id: programId }, { word });
    });
    const word_read = (await echo)?.word;
    const names = run.mock.calls.map(([{ name }]) => name);
    run.mockRestore();
    return { found, word: word_read, names };
  }

  it('is the same, and takes no statement of its own', async () => {
    const { key } = await create('along');
    const hash = apiKeyHash(key);
    const alone = await lookup.find(hash);
    expect(await findAlong(hash, 'hello')).toEqual({ found: alone, word: 'hello', names: ['echo_with_key'] });
    expect((await findAlong(hash, null)).found).toEqual(alone);
    expect((await findAlong(hash, null)).word).toBeUndefined();
  });

  it('is found revoked at once, and is forgotten', async () => {
    const { id, key } = await create('along, revoked');
    const hash = apiKeyHash(key);
    expect(lookup.foundBefore(hash)).toBeUndefined();
    await lookup.find(hash);
    expect(lookup.foundBefore(hash)?.program_id).toBe(programId);
    await revokeApiKey(deps, 'north', id, TESTER);
    expect((await findAlong(hash, 'hello')).found).toMatchObject({ key_id: id, revoked: true });
    expect(lookup.foundBefore(hash)).toBeUndefined();
  });

  it('is undefined if there is none, and is looked up by itself if nothing is asked', async () => {
    expect((await findAlong(apiKeyHash('nobody'), 'hello')).found).toBeUndefined();
    const { id, key } = await create('alone');
    expect((await lookup.findAlong(apiKeyHash(key), () => {}))?.key_id).toBe(id);
  });

  it('shares the statement with others, each of which finds its own key', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_, i) => create(`shared ${i}`)));
    const words = await Promise.all(
      keys.map(async ({ key }, index) => {
        let echo: Promise<Echo | undefined> | undefined;
        const found = await lookup.findAlong(apiKeyHash(key), (hot) => {
          echo = hot.runEach<Echo>(ECHO, { program_id: programId }, { word: `word ${index}` });
        });
        return [found?.key_id, (await echo)?.word];
      }),
    );
    expect(words).toEqual(keys.map(({ id }, index) => [id, `word ${index}`]));
  });

  it('is looked up once for all rows of a statement that have it', async () => {
    const [one, other] = await Promise.all([create('one'), create('other')]);
    await revokeApiKey(deps, 'north', other.id, TESTER);
    const hashes = [one.key, other.key, 'nobody'].map(apiKeyHash);
    const run = vi.spyOn(database.hot, 'run');
    const found = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        let echo: Promise<Echo | undefined> | undefined;
        // Every fourth row has no answer of its own.
        const word = index % 4 === 0 ? null : `word ${index}`;
        const key = await lookup.findAlong(hashes[index % 3]!, (hot) => {
          echo = hot.runEach<Echo>(ECHO, { program_id: programId }, { word });
        });
        return [key?.key_id, key?.revoked, (await echo)?.word ?? null];
      }),
    );
    const sent = run.mock.calls.map(([, [, rows]]) => JSON.parse(rows as string) as { key_hash?: string }[]);
    run.mockRestore();
    expect(found).toEqual(
      Array.from({ length: 12 }, (_, index) => [
        ...[
          [one.id, false],
          [other.id, true],
          [undefined, undefined],
        ][index % 3]!,
        index % 4 === 0 ? null : `word ${index}`,
      ]),
    );
    expect(sent).toHaveLength(1);
    const named = sent[0]!.flatMap(({ key_hash }) => key_hash ?? []);
    expect(named).toEqual(hashes.map((hash) => hash.toString('hex')));
  });

  it('leaves a key with a limit of its own to be looked up first', async () => {
    const { key } = await createApiKey(deps, {
      program_key: 'north',
      name: 'limited',
      scopes: ['read_customers'],
      requests_per_second: 5,
      by: TESTER,
    });
    await lookup.find(apiKeyHash(key));
    expect(lookup.foundBefore(apiKeyHash(key))).toBeUndefined();
  });

  it('is read ahead for so many requests at once, and no more', async () => {
    const { key } = await create('crowded');
    const hash = apiKeyHash(key);
    await lookup.find(hash);
    const begun = Array.from({ length: 64 }, (_, index) =>
      lookup.findAlong(hash, (hot) => {
        void hot.runEach<Echo>(ECHO, { program_id: programId }, { word: `word ${index}` });
      }),
    );
    expect(lookup.foundBefore(hash)).toBeUndefined();
    await Promise.all(begun);
    expect(lookup.foundBefore(hash)?.program_id).toBe(programId);
  });
});
