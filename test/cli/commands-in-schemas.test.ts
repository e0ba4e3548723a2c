import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { addressInSchema } from '../../src/database-address.ts';
import { readDirectory, recordMove } from '../../src/db/directory.ts';
import { withClient } from '../../src/db/migrate.ts';
import { TestClock } from '../support/clock.ts';
import { startServer } from '../support/command.ts';
import type { TestDatabase } from '../support/database.ts';
import { createDatabaseOfSchemas } from '../support/database-of-schemas.ts';
import { createCustomer } from '../support/factories.ts';
import { HEAD } from '../support/program-file.ts';
import { runCommand } from '../support/run-command.ts';
import { newSchemaName } from '../support/shops-in-schemas.ts';
import { depsOn } from '../support/test-domain-deps.ts';

let database: TestDatabase;
let shard: string;

beforeAll(async () => {
  const made = await createDatabaseOfSchemas('group');
  database = made.database;
  shard = made.names[0]!;
});
afterAll(() => database.close());

function loyaltyd(args: readonly string[], input = '', env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: database.serverUrl, DATABASE_OWNER_URL: database.ownerUrl, SCHEMAS: '1' };
  return runCommand(args, { ...settings, ...env }, input);
}

const fileOf = (key: string) => HEAD.replace('key: shop', `key: ${key}`);
const apply = (key: string, ...more: string[]) => loyaltyd(['program', 'apply', '-', ...more], fileOf(key));
const createKey = (key: string, ...more: string[]) =>
  loyaltyd(['key', 'create', '--program', key, '--name', 'x', '--scopes', 'all', ...more]);

/** The names of the schemas that have a program. */
async function schemasOf(key: string): Promise<string[]> {
  const { stdout } = await loyaltyd(['program', 'list', '--json']);
  const { schemas } = JSON.parse(stdout) as { schemas: Record<string, { programs: { key: string }[] }> };
  return Object.entries(schemas)
    .filter(([, { programs }]) => programs.some((program) => program.key === key))
    .map(([name]) => name);
}

describe('commands where there are several schemas', () => {
  it('place a new program where the fewest customers are, and find it there again', async () => {
    expect((await apply('first')).code).toBe(0);
    const [home] = await schemasOf('first');
    expect(home).not.toBe(shard);
    const deps = depsOn(database, new TestClock());
    await createCustomer(deps, (await deps.programs.all())[0]!);
    expect((await apply('second')).code).toBe(0);
    expect(await schemasOf('second')).toEqual([shard]);
    expect((await apply('second')).stdout).toContain('unchanged');
    expect(await schemasOf('second')).toEqual([shard]);
    expect((await createKey('second')).stdout).toMatch(/loyalty_1_[0-9A-Za-z]{33}/);
    expect((await createKey('first')).stdout).toMatch(/loyalty_[0-9A-Za-z]{33}/);
    expect((await loyaltyd(['program', 'show', 'second'])).code).toBe(0);
    expect((await createKey('none')).stderr).toBe('There is no program none.\n');
  });

  it('have no second demo where the demo moved', async () => {
    const { serverUrl, ownerUrl } = database;
    const demo = { program_id: 77, key: 'meadow-and-vine', site_ids: [78], shard_number: 1 };
    await withClient(ownerUrl, (owner) => recordMove(owner, demo));
    const data_dir = await mkdtemp(join(tmpdir(), 'loyaltyd-moved-demo-'));
    const server = await startServer({
      DATABASE_URL: serverUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: data_dir,
      SCHEMAS: '1',
      DEMO: 'on',
    });
    try {
      await server.logged('listening');
      expect(await schemasOf('meadow-and-vine')).toEqual([]);
    } finally {
      await server.end('SIGTERM');
      await rm(data_dir, { recursive: true });
      await withClient(ownerUrl, (owner) => recordMove(owner, { ...demo, shard_number: 0 }));
    }
  });

  it('place nothing in a schema that is closed', async () => {
    expect((await loyaltyd(['shards', 'close', shard])).code).toBe(0);
    expect((await apply('third')).code).toBe(0);
    expect(await schemasOf('third')).not.toContain(shard);
    expect((await loyaltyd(['shards', 'open', shard])).code).toBe(0);
  });

  it('go where --schema says, and ask for it where two schemas have a program of one key', async () => {
    expect((await apply('third', '--schema', shard)).code).toBe(0);
    expect((await schemasOf('third')).length).toBe(2);
    const asked = await createKey('third');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Name one with --schema.')]);
    expect((await createKey('third', '--schema', shard)).stdout).toMatch(/loyalty_1_/);
    const unknown = await createKey('third', '--schema', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('has no schema nowhere')]);
    const alone = await runCommand(['program', 'list', '--schema', shard], {
      DATABASE_URL: database.serverUrl,
    });
    expect(alone.stdout).toContain('second');
    expect(alone.stdout).not.toContain('first');
  });

  it('move a program to another schema and back, with its keys, and say where it is', async () => {
    const made = await createKey('second');
    const key = /loyalty_1_[0-9A-Za-z]{33}/.exec(made.stdout)![0];
    const [home] = (await schemasOf('first')) as [string];
    const hashes = () =>
      withClient(database.ownerUrl, async (owner) => {
        const { rows } = await owner.query(
          "select key_hash from api_keys where key_hash = sha256(convert_to($1, 'UTF8'))",
          [key],
        );
        return rows.length;
      });
    expect(await hashes()).toBe(0);
    const moved = await loyaltyd(['program', 'move', 'second', '--to', home, '--keep', '0']);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      expect.stringMatching(/^Moved second to the schema .* It took no writes for \d+ ms\.$/m),
    ]);
    expect(await schemasOf('second')).toEqual([home]);
    expect(await hashes()).toBe(1);
    const written = async () =>
      (await withClient(database.ownerUrl, readDirectory))!.moved.filter((one) => one.key === 'second');
    expect(await written()).toMatchObject([
      { key: 'second', shard_number: 0, was_in: [1], site_ids: [expect.any(Number)] },
    ]);
    const again = await loyaltyd(['program', 'move', 'second', '--to', home]);
    expect([again.code, again.stderr]).toEqual([1, 'The program second is there already.\n']);
    expect((await loyaltyd(['program', 'move', 'second', '--to', '1', '--undo'])).stdout).toBe(
      'No move of it was begun.\n',
    );
    for (const schema of [home, shard])
      await withClient(addressInSchema(database.ownerUrl, schema), (owner) =>
        owner.query(
          `with ada as (insert into operators (email, name, created_at) values ('ada@x.example', 'Ada', now()) returning id)
             insert into operator_roles (program_id, operator_id, role)
               select programs.id, ada.id, 'owner' from ada, programs where key = 'second'`,
        ),
      );
    const back = await loyaltyd(['program', 'move', 'second', '--to', '1', '--keep', '0', '--keep-roles']);
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringContaining('Operators known there keep their roles: ada@x.example (owner).'),
    ]);
    expect(await schemasOf('second')).toEqual([shard]);
    expect(await written()).toMatchObject([{ key: 'second', shard_number: 1, was_in: [0] }]);
    expect((await loyaltyd(['program', 'move', 'none', '--to', shard])).stderr).toBe(
      'There is no program none.\n',
    );
    expect((await loyaltyd(['program', 'move', 'first', '--to', 'nowhere'])).stderr).toBe(
      'The directory has no schema nowhere.\n',
    );
  });

  it('move one of two programs of a key as --from says, and first finish the move that was begun', async () => {
    const name = newSchemaName('third');
    expect((await loyaltyd(['shards', 'add', name])).code).toBe(0);
    const move = (...more: string[]) => loyaltyd(['program', 'move', 'third', '--keep', '0', ...more]);
    const asked = await move('--to', name);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Name one with --from.')]);
    await withClient(addressInSchema(database.ownerUrl, shard), (owner) =>
      owner.query(
        `create table program_move (program_id bigint, program_key text, target text, stage text);
         grant select on program_move to public;
         insert into program_move values (1, 'third', 'the schema elsewhere (9)', 'stopped')`,
      ),
    );
    const begun = await move('--to', name);
    expect([begun.code, begun.stderr]).toEqual([1, expect.stringContaining('to the schema elsewhere (9)')]);
    const back = await move('--to', shard);
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('was begun and not ended')]);
    await withClient(addressInSchema(database.ownerUrl, shard), (owner) =>
      owner.query('drop table program_move'),
    );
    expect((await move('--to', name, '--from', shard)).code).toBe(0);
    expect(await schemasOf('third')).toContain(name);
    expect(await schemasOf('third')).not.toContain(shard);
    // The directory knows two of a key that have moved.
    expect((await move('--to', shard, '--from', '0')).code).toBe(0);
    expect((await schemasOf('third')).toSorted()).toEqual([name, shard].toSorted());
  });

  it('move no program to a schema with other data keys, where nobody could repeat its requests', async () => {
    await withClient(addressInSchema(database.ownerUrl, shard), (owner) =>
      owner.query('update data_keys set value = sha256(value)'),
    );
    const { code, stderr } = await loyaltyd(['program', 'move', 'first', '--to', shard]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has other data keys')]);
  });

  it('that are meant for all go on to the next where one fails, and fail', async () => {
    const sound = await loyaltyd(['verify-ledger']);
    expect([sound.code, sound.stdout.match(/^schema .*:\n.*all adds up\.$/gm)?.length]).toEqual([0, 3]);
    await withClient(database.ownerUrl, (owner) =>
      owner.query("insert into loyaltyd.shards values (1000, 'away', 'AWAY_URL', null, 'open')"),
    );
    const env = { AWAY_URL: 'postgres://localhost:1/away' };
    const failed = await loyaltyd(['migrate', 'up'], '', env);
    expect(failed.code).toBe(3);
    expect(failed.stdout).toContain(`schema ${shard}:\nNothing to apply.`);
    expect(failed.stdout).toMatch(/schema away at AWAY_URL:\nThe database cannot be reached/);
    const settings = await loyaltyd(['migrate', 'status', '--json']);
    expect(JSON.parse(settings.stdout).schemas['away at AWAY_URL'].code).toBe('invalid_configuration');
  });

  it('examine each schema, and say at which variable the address is of one that is away', async () => {
    await withClient(database.ownerUrl, async (owner) => {
      await owner.query("insert into loyaltyd.shards values (1001, 'gone', 'GONE_URL', null, 'open')");
      await owner.query("insert into loyaltyd.shards values (1002, $1, 'FAR_URL', null, 'open')", [shard]);
      await owner.query(
        `delete from ${shard}.migrations where number = (select max(number) from ${shard}.migrations)`,
      );
    });
    // Both schemas of the home's database are read there, and no other is.
    const env = {
      GONE_URL: 'postgres://localhost:1/gone',
      FAR_URL: database.serverUrl,
      DATABASE_READ_URL: database.serverUrl,
    };
    const { code, stdout } = await loyaltyd(['doctor', '--json'], '', env);
    expect(code).toBe(3);
    const { schemas } = JSON.parse(stdout) as {
      schemas: Record<string, { checks: { check: string; findings: Finding[] }[] }>;
    };
    const of = (schema: string, name: string) =>
      schemas[schema]!.checks.find(({ check }) => check === name)?.findings;
    expect(of('gone at GONE_URL', 'database')).toEqual([
      expect.objectContaining({ level: 'problem', cure: 'Start it, or mend GONE_URL.' }),
    ]);
    expect(of(shard, 'migrations')).toEqual([expect.objectContaining({ cure: 'Run loyaltyd migrate up.' })]);
    const [home] = Object.keys(schemas);
    expect([of(home!, 'migrations'), of(home!, 'roles')]).toEqual([[], []]);
    for (const schema of [home!, shard])
      expect(of(schema, 'replica')).toEqual([
        expect.objectContaining({ cure: 'Point DATABASE_READ_URL at a standby.' }),
      ]);
    expect(of(`${shard} at FAR_URL`, 'replica')).toBeUndefined();
    const alone = await loyaltyd(['doctor', '--schema', 'gone'], '', env);
    expect([alone.code, alone.stdout]).toEqual([3, expect.stringContaining('Start it, or mend GONE_URL.')]);
  });
});
