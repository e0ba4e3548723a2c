import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// From standard input, where paths begin at the working directory.
const PROGRAM = readFileSync('src/demo/program.yaml', 'utf8').replace('logo: ', 'logo: src/demo/');
/** Of a reward that gives voucher codes. */
const VOUCHER_KEY = /^ {2}(\S+):\n {4}kind: cart_discount_voucher$/m.exec(PROGRAM)![1]!;
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

describe('loyaltyd ids advance', () => {
  it('makes new ids begin above a number, once', async () => {
    expect(await loyaltyd('ids advance --above 7000000')).toMatchObject({
      code: 0,
      stdout: 'New ids begin above 7000000.\n',
    });
    const again = await loyaltyd('ids advance --above 7000000 --json');
    expect(JSON.parse(again.stdout)).toEqual({ above: 7_000_000, advanced: [] });
    const { rows } = await database.pool.query("select nextval('transaction_ids') as id");
    expect(rows[0].id).toBe(7_000_001);
  });

  it.each(['0', '-5', '1e9', '100000000000001'])('refuses %s with status 2', async (above) => {
    expect(await loyaltyd(`ids advance --above ${above}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--above must be an integer'),
    });
  });
});

describe('a database that accepts connections and never answers', () => {
  it.each([
    'migrate up',
    'migrate status',
    'ids advance --above 5',
    'program apply -',
    'key list --program shop',
    'verify-ledger',
  ])('ends %s with status 3 and a sentence', async (command) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `postgres://nobody:nothing@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
    const result = await runCommand(command.split(' '), { DATABASE_URL: url }, PROGRAM);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toMatch(/^The database cannot be reached: [^\n]+\n$/);
    silent.close();
  });
});

describe('loyaltyd program apply', () => {
  it('says in a dry run what it would do, and does nothing', async () => {
    const dry = await loyaltyd('program apply - --dry-run', PROGRAM);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(/^Nothing was written\..*\ncreated {3}program meadow-and-vine\n/);
    expect(await loyaltyd('program list')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There is no program yet'),
    });
  });

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

describe('loyaltyd program list and show', () => {
  it('tell what there is, by key and id', async () => {
    await loyaltyd('program apply -', PROGRAM);
    const { programs } = JSON.parse((await loyaltyd('program list --json')).stdout);
    expect(programs).toContainEqual(expect.objectContaining({ key: PROGRAM_KEY, test: true }));
    const shown = JSON.parse((await loyaltyd(`program show ${PROGRAM_KEY} --json`)).stdout);
    expect(shown.rewards).toContainEqual(
      expect.objectContaining({ key: VOUCHER_KEY, id: expect.any(Number) }),
    );
    const text = (await loyaltyd(`program show ${PROGRAM_KEY}`)).stdout;
    expect(text).toMatch(new RegExp(`^ *\\d+ {2}${VOUCHER_KEY} {2}cart_discount_voucher$`, 'm'));
    expect(await loyaltyd('program show nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no program nowhere.\n',
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

describe('loyaltyd audit', () => {
  const list = (rest = '') => loyaltyd(`audit list --program ${PROGRAM_KEY}${rest}`);

  it('lists what commands did, by their words, newest first', async () => {
    await loyaltyd('program apply -', PROGRAM);
    const make = `key create --program ${PROGRAM_KEY} --name audited --scopes read_orders --json`;
    const { id } = JSON.parse((await loyaltyd(make)).stdout);
    const listed = await list(' --limit 1');
    expect(listed.stdout).toMatch(
      new RegExp(
        `^\\d+  \\S+Z  command \\(key create\\)  key.created  key ${id}  {"name": ?"audited",.*}\n$`,
      ),
    );
    const { audit_entries } = JSON.parse((await list(' --json --action program.applied')).stdout);
    expect(audit_entries.at(-1)).toMatchObject({
      actor_kind: 'command',
      actor_name: 'program apply',
      subject_kind: 'program',
      created_at: expect.stringMatching(/Z$/),
    });
    const later = await list(` --json --since-id ${audit_entries.at(-1).id}`);
    const ids = JSON.parse(later.stdout).audit_entries.map((entry: { id: number }) => entry.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids[0]).toBeGreaterThan(audit_entries.at(-1).id);
  });

  it.each([
    [' --action program.eaten', 'There is no action program.eaten.'],
    [' --limit 501', '--limit must be a whole number from 1 to 500.'],
    [' --since-id -1', '--since-id must be a whole number of at least 0.'],
  ])('refuses%s as a wrong argument', async (rest, message) => {
    expect(await list(rest)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd app', () => {
  it('shows a secret once, lists apps without it, and revokes them', async () => {
    const made = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name till --scopes read_orders,write_customers --redirect-uri https://till.example/a http://127.0.0.1/b --json`,
    );
    const { client_id, client_secret, ...rest } = JSON.parse(made.stdout);
    expect(client_id).toMatch(/^app_[0-9A-Z]{20}$/);
    expect(client_secret).toMatch(/^loyalty_as_[0-9A-Za-z]{33}$/);
    expect(rest).toEqual({
      name: 'till',
      scopes: ['read_orders', 'write_customers'],
      redirect_uris: ['https://till.example/a', 'http://127.0.0.1/b'],
      grant_types: ['authorization_code'],
      metadata: 'http://127.0.0.1:3000/.well-known/oauth-authorization-server',
    });

    const listed = await loyaltyd(`app list --program ${PROGRAM_KEY}`);
    expect(listed.stdout).toContain(
      `${client_id}  till  secret  authorization_code  read_orders,write_customers  https://till.example/a`,
    );
    expect(listed.stdout).not.toContain(client_secret);

    expect(await loyaltyd(`app revoke ${client_id} --program ${PROGRAM_KEY}`)).toMatchObject({
      code: 0,
      stdout: `App ${client_id} is revoked, and its tokens with it.\n`,
    });
    expect(await loyaltyd(`app revoke ${client_id} --program ${PROGRAM_KEY} --json`)).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ client_id, revoked: false })}\n`,
    });
    const after = await loyaltyd(`app list --program ${PROGRAM_KEY} --json`);
    expect(JSON.parse(after.stdout).apps[0]).toMatchObject({
      client_id,
      revoked_at: expect.stringMatching(/Z$/),
    });
    expect(after.stdout).not.toContain('secret_hash');
  });

  it('gives no secret to a public app, and no operator is asked where there is no redirect URI', async () => {
    const native = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name phone --scopes all --public --redirect-uri http://127.0.0.1/b`,
    );
    expect(native.stdout).toContain('A public app has no secret.');
    const machine = await loyaltyd(`app create --program ${PROGRAM_KEY} --name erp --scopes all --json`);
    expect(JSON.parse(machine.stdout).grant_types).toEqual(['client_credentials']);
  });

  it.each([
    ['app create --program nobody --name a --scopes all', 1, 'There is no program nobody.'],
    ['app create --program P --name a --scopes read_all', 2, 'There is no scope read_all.'],
    ['app create --program P --name a --scopes all --grants password', 2, 'There is no grant password.'],
    [
      'app create --program P --name a --scopes all --redirect-uri http://a.example',
      2,
      'must begin with https',
    ],
    ['app create --program P --name a --scopes all --grants authorization_code', 2, 'needs a redirect URI'],
    ['app create --program P --name a --scopes all --public', 2, 'a public app has not'],
    ['app revoke app_1 --program P', 1, 'has no app app_1'],
    ['app list --program nobody', 1, 'There is no program nobody.'],
  ])('answers %j with status %i', async (args, code, message) => {
    const result = await loyaltyd(args.replace(' P', ` ${PROGRAM_KEY}`));
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd app create', () => {
  it('takes both grants by the word both', async () => {
    const made = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name a --scopes all --grants both --redirect-uri https://a.example/cb --json`,
    );
    expect(JSON.parse(made.stdout).grant_types).toEqual(['authorization_code', 'client_credentials']);
  });
});

describe('loyaltyd clock advance', () => {
  it("turns a test program's clock and says where it stands", async () => {
    await loyaltyd('program apply -', PROGRAM);
    const before = Date.now();
    const { code, stdout } = await loyaltyd(`clock advance 90d --program ${PROGRAM_KEY} --json`);
    const ahead = Date.parse((JSON.parse(stdout) as { now: string }).now) - before;
    expect(code).toBe(0);
    expect(ahead).toBeGreaterThanOrEqual(90 * 86_400_000);
    expect(await loyaltyd('clock advance 90d --program nothing')).toMatchObject({
      code: 1,
      stderr: 'There is no program nothing.\n',
    });
    expect(await loyaltyd(`clock advance soon --program ${PROGRAM_KEY}`)).toMatchObject({ code: 2 });
  });

  it('refuses a live program', async () => {
    const live = PROGRAM.replace(/^test: true$/m, '').replace(/^key: .*$/m, 'key: live');
    expect(await loyaltyd('program apply -', live)).toMatchObject({ code: 0 });
    expect(await loyaltyd('clock advance 1d --program live --json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not_a_test_program'),
    });
  });
});

describe('loyaltyd codes', () => {
  const POOLED = PROGRAM.replace(/^key: .*$/m, 'key: pooled');
  const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-codes-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    const written = path.join(folder, name);
    writeFileSync(written, text);
    return written;
  };
  const pool = `--program pooled --reward ${VOUCHER_KEY}`;

  it('imports a file, tells of its progress, and counts', async () => {
    await loyaltyd('program apply -', POOLED);
    const codes = Array.from({ length: 2500 }, (_, index) => `CODE-${index}`);
    const names = file('codes.csv', `code,value\r\n${codes.join(',5\r\n')}\r\n`);
    const imported = await loyaltyd(`codes import ${names} ${pool} --json`);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 2500, already_there: 0, refused: 0 });
    expect(imported.stderr).toBe('1001 of 2501 lines\n2001 of 2501 lines\n2501 of 2501 lines\n');
    expect(await loyaltyd(`codes count ${pool}`)).toMatchObject({
      code: 0,
      stdout: '2500 codes remain, 0 were given.\n',
    });
    const again = await loyaltyd(`codes import ${names} ${pool}`);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 imported, 2500 already there'),
    });
  });

  it('lists the lines that it refuses and ends with status 1', async () => {
    await loyaltyd('program apply -', POOLED);
    const names = file('twice.txt', 'TWICE\ntwice\n"\nONCE');
    const { code, stdout } = await loyaltyd(`codes import ${names} ${pool}`);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'line 2: stands in the file twice, or another import brought it meanwhile\nline 3: begins with a quotation mark that does not end\n2 imported, 0 already there, 2 refused.',
    );
  });

  it.each([
    [`codes import nowhere.csv ${pool}`, 2, 'nowhere.csv'],
    [`codes import src ${pool}`, 2, 'src is not a file'],
    ['codes import package.json --program pooled', 2, "required option '--reward <key>'"],
    ['codes import package.json --program nothing --reward x', 1, 'There is no program nothing.'],
    ['codes count --program pooled --reward nothing', 1, 'has no reward nothing'],
  ])('answers %j with status %i', async (args, code, message) => {
    await loyaltyd('program apply -', POOLED);
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
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

describe('loyaltyd tier', () => {
  const TIERED = `
key: tiered
name: Tiered
currency: USD
sites:
  main: { name: Shop, url: https://shop.example, languages: [en], time_zone: America/New_York, country: US }
tiers:
  boundary_mode: spend
  membership: { mode: rolling, duration_months: 12 }
  levels:
    base: { name: Base, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
    friends: { name: Friends, conditional: true }
`;

  async function apply(): Promise<void> {
    const applied = await loyaltyd('program apply - --json', TIERED);
    const { changes, program_id } = JSON.parse(applied.stdout) as {
      changes: { kind: string; id: number }[];
      program_id: number;
    };
    const site = changes.find(({ kind }) => kind === 'site')!.id;
    for (const [merchant, enrolled] of [
      ['1001', true],
      ['guest', false],
    ] as const) {
      await database.pool.query(
        `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, last_entry_at, created_at, updated_at)
           values ($1, $2, $2, $3, $2, case when $4 then now() end, now(), now(), now()) on conflict do nothing`,
        [program_id, merchant, site, enrolled],
      );
    }
  }

  it('gives a tier by hand and takes it again', async () => {
    await apply();
    expect(await loyaltyd('tier set 1001 friends --program tiered')).toEqual({
      code: 0,
      stdout: 'Customer 1001 is in friends now.\n',
      stderr: '',
    });
    const again = await loyaltyd('tier set 1001 friends --program tiered --json');
    expect(JSON.parse(again.stdout)).toEqual({
      customer_id: expect.any(Number),
      merchant_id: '1001',
      tier: 'friends',
      changed: false,
    });
    expect(await loyaltyd('tier unset 1001 --program tiered')).toMatchObject({
      code: 0,
      stdout: 'Customer 1001 is in base now.\n',
    });
    expect(await loyaltyd('tier unset 1001 --program tiered')).toMatchObject({
      code: 0,
      stdout: 'Customer 1001 is in base, which is not given by hand.\n',
    });
  });

  it.each([
    ['tier set 1001 gold --program tiered', 1, 'The tier gold is earned'],
    ['tier set 1001 silver --program tiered', 1, 'The program tiered has no tier silver'],
    ['tier set nobody friends --program tiered', 1, 'There is no such customer'],
    ['tier set guest friends --program tiered', 1, 'not enrolled'],
    ['tier unset nobody --program tiered', 1, 'There is no such customer'],
    ['tier set 1001 friends --program nothing', 1, 'There is no program nothing'],
    ['tier set 1001 --program tiered', 2, "missing required argument 'tier'"],
    ['tier unset 1001', 2, "required option '--program <key>'"],
  ])('answers %j with status %i', async (args, code, message) => {
    await apply();
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
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
    'app create',
    'app list',
    'app revoke',
    'codes import',
    'codes count',
    'tier set',
    'tier unset',
    'verify-ledger',
    'healthcheck',
  ])('documents the exit codes and --json of %j', async (command) => {
    const { code, stdout } = await runCommand([...command.split(' '), '--help'], {});
    expect(code).toBe(0);
    for (const part of ['--json', 'Exit codes:', '  0  ', '  1  ', '  2  ', '  3  '])
      expect(stdout).toContain(part);
  });
});
