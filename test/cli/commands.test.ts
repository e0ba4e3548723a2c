import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const PROGRAM = readFileSync('src/demo/program.yaml', 'utf8');
const PROGRAM_KEY = /^key: (\S+)$/m.exec(PROGRAM)![1]!;

let database: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [database, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ empty: true })]);
});
afterAll(() => Promise.all([database.close(), empty.close()]));

function loyaltyd(args: string, input?: string, on: TestDatabase = database): Promise<CommandResult> {
  const env = { DATABASE_URL: on.serverUrl, DATABASE_OWNER_URL: on.ownerUrl };
  return runCommand(args === '' ? [] : args.split(' '), env, input);
}

describe('loyaltyd migrate', () => {
  it('says what is pending with status 1, applies it once, and says so with status 0', async () => {
    const before = await loyaltyd('migrate status --json', '', empty);
    expect(before.code).toBe(1);
    const { pending } = JSON.parse(before.stdout);
    expect(pending).toContain('0001-foundation');
    const first = await loyaltyd('migrate up --json', '', empty);
    expect(JSON.parse(first.stdout)).toEqual({ applied: pending });
    expect(await loyaltyd('migrate up', '', empty)).toEqual({
      code: 0,
      stdout: 'Nothing to apply.\n',
      stderr: '',
    });
    const after = await loyaltyd('migrate status', '', empty);
    expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining('applied  0001-foundation') });
  });

  it('refuses a schema of a newer version', async () => {
    const newer = await createTestDatabase();
    await newer.asOwner("insert into migrations (number, name, checksum) values (9999, '9999-future', '')");
    const result = await loyaltyd('migrate up', '', newer);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('newer than this server') });
    await newer.close();
  });
});

describe('loyaltyd program apply', () => {
  it('prints what it did and, again, that nothing changed', async () => {
    const first = await loyaltyd('program apply -', PROGRAM);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^created {3}program meadow-and-vine/),
    });
    const again = await loyaltyd('program apply src/demo/program.yaml --json');
    const { changes } = JSON.parse(again.stdout) as { changes: { action: string }[] };
    expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(['unchanged']));
  });

  it('names each mistake with its line and path, and changes nothing', async () => {
    const wrong = PROGRAM.replace(/^currency: .*$/m, 'currency: nothing');
    const line = wrong.split('\n').indexOf('currency: nothing') + 1;
    const result = await loyaltyd('program apply - --json', wrong);
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stderr).error).toMatchObject({
      code: 'invalid_program_file',
      mistakes: [{ line, path: 'currency' }],
    });
  });

  it('refuses a file that it cannot read as a wrong argument', async () => {
    expect(await loyaltyd('program apply nowhere.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nowhere.yaml'),
    });
  });
});

describe('loyaltyd key', () => {
  it('shows a key once, lists it without, and revokes it', async () => {
    await loyaltyd('program apply -', PROGRAM);
    const made = await loyaltyd(
      `key create --program ${PROGRAM_KEY} --name till --scopes read_orders,write_customers --json`,
    );
    const { id, key } = JSON.parse(made.stdout);
    expect(key).toMatch(/^loyalty_[0-9A-Za-z]{33}$/);

    const listed = await loyaltyd(`key list --program ${PROGRAM_KEY}`);
    expect(listed.stdout).toContain(`${id}  ${key.slice(0, 12)}…  till  read_orders,write_customers`);
    expect(listed.stdout).not.toContain(key);

    expect(await loyaltyd(`key revoke ${id} --program ${PROGRAM_KEY}`)).toMatchObject({
      code: 0,
      stdout: `Key ${id} is revoked.\n`,
    });
    const after = await loyaltyd(`key list --program ${PROGRAM_KEY} --json`);
    expect(JSON.parse(after.stdout).keys[0]).toMatchObject({ id, revoked_at: expect.stringMatching(/Z$/) });
  });

  it.each([
    ['key create --program nobody --name a --scopes all', 1, 'There is no program nobody.'],
    ['key create --program p --name a --scopes read_all', 2, 'There is no scope read_all.'],
    ['key create --program p --name a', 2, "required option '--scopes <list>'"],
    [`key revoke 99999 --program ${PROGRAM_KEY}`, 1, 'has no key 99999'],
    ['key revoke x --program p', 2, 'ID must be a number'],
    ['key eat', 2, 'unknown command'],
    ['', 2, 'Usage: loyaltyd'],
  ])('answers %j with status %i', async (args, code, message) => {
    const result = await loyaltyd(args);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd verify-ledger', () => {
  it('finds nothing where all adds up, and names what does not', async () => {
    const applied = await loyaltyd('program apply - --json', PROGRAM);
    const { program_id } = JSON.parse(applied.stdout);
    const insert = (merchant: string, points: number) =>
      database.pool.query(
        `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, points_approved, last_entry_at, created_at, updated_at)
         values ($1, $2, $2, 1, $2, $3, now(), now(), now())`,
        [program_id, merchant, points],
      );
    await insert('honest', 0);
    expect((await loyaltyd('verify-ledger')).code).toBe(0);
    await insert('drifted', 7);
    const result = await loyaltyd('verify-ledger');
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/customer \d+, points_approved: stored 7, transactions give 0/);
    expect(result.stderr).toContain('2 of 2 customers');
  });
});

describe('loyaltyd', () => {
  it('complains of all settings at once with status 2', async () => {
    const result = await runCommand(['verify-ledger'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('PORT must be');
    expect(result.stderr).toContain('LOG_LEVEL must be');
  });

  it.each(['verify-ledger', 'key list --program p', 'migrate up'])(
    'ends %j with status 3 when the database is away',
    async (args) => {
      const result = await runCommand(args.split(' '), {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      });
      expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot be reached') });
    },
  );

  it('ends healthcheck with status 3 where no server is', async () => {
    expect(await runCommand(['healthcheck'], { PORT: '1' })).toMatchObject({ code: 3 });
  });

  it.each([
    'serve',
    'migrate up',
    'migrate status',
    'program apply',
    'key create',
    'key list',
    'key revoke',
    'verify-ledger',
    'healthcheck',
  ])('documents the exit codes and --json of %j', async (command) => {
    const { code, stdout } = await runCommand([...command.split(' '), '--help'], {});
    expect(code).toBe(0);
    for (const part of ['--json', 'Exit codes:', '  0  ', '  1  ', '  2  ', '  3  '])
      expect(stdout).toContain(part);
  });
});
