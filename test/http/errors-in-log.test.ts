import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorForLog } from '../../src/cli/error-for-log.ts';
import { makeLogger } from '../../src/cli/logger.ts';
import { Unavailable } from '../../src/domain/core/errors.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';

/** Stands for an email, a key or the address of a session. */
const SECRET = 'ada@shop.example hunter2';

const run = (statement: ReturnType<typeof sql>) => (deps: Deps) => statement.execute(deps.db);
const raised = (options: string) =>
  run(sql.raw(`do $$ begin raise exception '${SECRET}' using detail = '${SECRET}', ${options}; end $$`));
const insert = (table: string, value: string) =>
  run(
    sql.raw(`do $$ begin
      create temporary table ${table} (email text primary key check (email not like '%hunter2')) on commit drop;
      insert into ${table} values ${value}; end $$`),
  );

/** Ways in which an error comes to quote the secret, with its code. */
const WAYS: Record<string, [(deps: Deps) => unknown, string?]> = {
  'a number': [run(sql`select ${SECRET}::text::bigint`), '22P02'],
  'a moment': [run(sql`select ${SECRET}::text::timestamptz`), '22007'],
  json: [run(sql`select ${SECRET}::text::jsonb`), '22P02'],
  'a setting': [run(sql`select set_config('datestyle', ${SECRET}::text, true)`), '22023'],
  'a statement within a function': [
    run(sql.raw(`do $$ begin execute 'select ''${SECRET}''::int'; end $$`)),
    '22P02',
  ],
  'a statement that cannot be read': [run(sql.raw(`do $$ begin execute '"${SECRET}"'; end $$`)), '42601'],
  'a key that is taken': [insert('taken', `('ada@shop.example'), ('ada@shop.example')`), '23505'],
  'a row that is refused': [insert('refused', `('${SECRET}')`), '23514'],
  'a function of ours': [raised(`hint = '${SECRET}'`), 'P0001'],
  'json of a library': [() => JSON.parse(SECRET)],
  'an address': [() => new URL(SECRET), 'ERR_INVALID_URL'],
  'an argument': [() => Buffer.alloc(SECRET as unknown as number), 'ERR_INVALID_ARG_TYPE'],
  'a token of a provider': [
    () => {
      throw Object.assign(new Error('wrong audience'), { payload: { email: SECRET }, code: 'ERR_JWT' });
    },
    'ERR_JWT',
  ],
};

/** Throws the error of a way, if asked to, as the cause of others. */
async function fail(deps: Deps, way: string, as: string): Promise<void> {
  try {
    await WAYS[way]![0](deps);
  } catch (error) {
    if (as === 'itself') throw error;
    if (as === 'one of several') throw new AggregateError([error], 'several');
    throw new Error('outer', { cause: new Unavailable('unknown', 'Away.', { cause: error }) });
  }
}

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    extend: (app, deps) => {
      app.get('/test/fails', { config: { scope: 'public' } }, async (request) => {
        const { way, as } = request.query as { way: string; as: string };
        await fail(deps, way, as);
        return {};
      });
    },
  });
});
afterAll(() => test.close());

const PARTS = [SECRET, 'hunter2', 'ada@shop.example'];

describe.each(['itself', 'a cause', 'one of several'])('an error as %s', (as) => {
  it.each(Object.keys(WAYS))('that quotes %s tells its code and place, and no data', async (way) => {
    const from = test.logged.length;
    const query = `way=${encodeURIComponent(way)}&as=${encodeURIComponent(as)}`;
    const { status, text } = await test.get(`/test/fails?${query}`);
    expect(status).toBeGreaterThanOrEqual(500);
    const log = test.logged.slice(from).join('');
    for (const part of PARTS) expect([log.includes(part), text.includes(part)]).toEqual([false, false]);
    const [, code] = WAYS[way]!;
    if (code !== undefined) expect(log).toContain(`"code":"${code}"`);
    expect(log).toContain('errors-in-log.test');
  });
});

describe('the log of the server', () => {
  it('contains no data of an error, for people and for machines', () => {
    const lines: string[] = [];
    const error = Object.assign(new Error(`wrong: "${SECRET}"\n    at ${SECRET}`), {
      ...{ severity: 'ERROR', code: '22P02', detail: SECRET, where: SECRET, internalQuery: SECRET },
    });
    const people = makeLogger('info', { write: (text: string) => lines.push(text) } as never);
    people.error({ err: error }, 'it failed');
    const machines = pino(
      { serializers: { err: errorForLog } },
      { write: (line: string) => lines.push(line) },
    );
    machines.child({ request_id: 'x' }).error({ err: error }, 'it failed');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('it failed');
      expect(line).toContain('errors-in-log.test');
      for (const part of PARTS) expect(line).not.toContain(part);
    }
  });
});
