import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareSchema } from '../../src/cli/prepare-schema.ts';
import { runBuilt } from '../support/command.ts';
import { readHelp } from '../support/command-help.ts';
import { commandLine, PROGRAM, PROGRAM_KEY } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { startUntrustedPostgres } from '../support/tls.ts';

const line = commandLine();
const { loyaltyd, applyFile } = line;
let empty: TestDatabase;
beforeAll(async () => {
  empty = await createTestDatabase({ empty: true });
});
afterAll(() => empty.close());

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
    const { rows } = await line.database.pool.query("select nextval('transaction_ids') as id");
    expect(rows[0].id).toBe(7_000_001);
  });

  it('leaves those that say their schema in the range of that', async () => {
    const above = 2_000_000_000_000;
    const { stdout } = await loyaltyd(`ids advance --above ${above} --json`);
    const names = JSON.parse(stdout).advanced.map(({ name }: { name: string }) => name);
    expect([names.includes('transaction_ids'), names.includes('configuration_ids')]).toEqual([true, false]);
    const { rows } = await line.database.pool.query("select nextval('configuration_ids') as id");
    expect(Number(rows[0].id)).toBeLessThan(above);
  });

  it.each(['0', '-5', '1e9', '100000000000001'])('refuses %s with status 2', async (above) => {
    expect(await loyaltyd(`ids advance --above ${above}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--above must be an integer'),
    });
  });
});

describe('a database that accepts connections and never answers', () => {
  it.concurrent.each([
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

describe('a database that lets nobody in', () => {
  const wrong = (part: 'password' | 'username') => {
    const url = new URL(line.database.serverUrl);
    url[part] = 'wrong';
    return url.href;
  };

  it.each([
    ['password', /password authentication failed/],
    ['username', /password authentication failed/],
  ] as const)('for a wrong %s ends a command with status 3 and a sentence', async (part, reason) => {
    const result = await runCommand(['program', 'list'], { DATABASE_URL: wrong(part) });
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toMatch(/^The database cannot be reached: [^\n]+\n$/);
    expect(result.stderr).toMatch(reason);
  });

  /** The first thing that a server says which starts with this database. It is ended then. */
  async function firstWord(url: string): Promise<string> {
    const abort = new AbortController();
    let said = '';
    const logger = {
      error(_fields: object, message: string) {
        said = message;
        abort.abort();
      },
    };
    const options = { migrate: true, logger: logger as never, signal: abort.signal };
    await expect(prepareSchema({ serverUrl: url, ownerUrl: url }, options)).rejects.toThrow(/abort/);
    return said;
  }

  it('for its certificate ends a command likewise, and a server waits for another', async () => {
    const postgres = await startUntrustedPostgres();
    try {
      expect(await runCommand(['program', 'list'], { DATABASE_URL: postgres.url })).toMatchObject({
        code: 3,
        // Some releases of Node say more.
        stderr: expect.stringMatching(/^The database cannot be reached: self-signed certificate.*\n$/),
      });
      expect(await firstWord(postgres.url)).toBe('not ready: the database cannot be reached; trying again');
      const sought = `${postgres.url}&target_session_attrs=read-write`;
      expect(await runCommand(['doctor'], { DATABASE_URL: sought })).toMatchObject({
        code: 3,
        stdout: expect.stringContaining('Renew the certificate of Postgres'),
      });
    } finally {
      postgres.close();
    }
  });

  it.each([
    ['a server', {}],
    ['a server that has to be found', { target_session_attrs: 'read-write' }],
  ])(
    'for a folder in place of the file of its authority ends a command likewise, and a server waits: %s',
    async (_whose, words) => {
      const address = new URL(line.database.serverUrl);
      for (const [name, value] of Object.entries({ sslrootcert: tmpdir(), ...words }))
        address.searchParams.set(name, value);
      for (const command of ['program list', 'migrate up']) {
        expect(await runCommand(command.split(' '), { DATABASE_URL: address.href })).toEqual({
          code: 3,
          stdout: '',
          stderr: expect.stringMatching(
            /^The database cannot be reached: [^\n]*a file that it names[^\n]*EISDIR[^\n]*\n$/,
          ),
        });
      }
      expect(await firstWord(address.href)).toBe('not ready: the database cannot be reached; trying again');
    },
  );
});

describe('loyaltyd verify-ledger', () => {
  it('finds nothing where all adds up, and names what does not', async () => {
    const applied = await loyaltyd('program apply - --json', PROGRAM);
    const { program_id } = JSON.parse(applied.stdout);
    const insert = (merchant: string, points: number) =>
      line.database.pool.query(
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
    await applyFile(PROGRAM.replace(/^key: .*$/m, 'key: other'));
    expect(await loyaltyd('verify-ledger --program other')).toMatchObject({
      code: 0,
      stdout: '0 customers and 0 transactions checked: all adds up.\n',
    });
    expect((await loyaltyd(`verify-ledger --program ${PROGRAM_KEY}`)).code).toBe(1);
  });
});

describe('loyaltyd', () => {
  it('as it is built reads standard input, parts its output from its complaints, and ends with the exit code', async () => {
    const { serverUrl, ownerUrl } = line.database;
    const env = { DATABASE_URL: serverUrl, DATABASE_OWNER_URL: ownerUrl };
    const built = (args: string, input = '') => runBuilt(args.split(' '), env, input);
    const program = PROGRAM.replace(/^key: .*$/m, 'key: built');
    expect(await built('program apply -', program)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^created {3}program built \(id \d+\)\n/),
      stderr: '',
    });
    expect(await built('key list --program nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no program nobody.\n',
    });
    expect(await built('key eat')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('unknown command'),
    });
  });

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

  it.each([...readHelp()])('documents the exit codes and --json of %j', (_command, { text }) => {
    for (const part of ['--json', 'Exit codes:', '  0  ', '  1  ', '  2  ', '  3  '])
      expect(text).toContain(part);
  });

  it('prints the help of a command, and ends with status 0', async () => {
    const { code, stdout } = await runBuilt(['tier', 'set', '--help'], {});
    expect([code, stdout]).toEqual([0, readHelp().get('tier set')!.text]);
  });
});
