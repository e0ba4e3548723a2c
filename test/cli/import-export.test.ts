import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runBuilt, spawnCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

const PROGRAM = `
key: KEY
name: Store
currency: USD
sites:
  main: { name: Store, url: "https://store.example", languages: [en], time_zone: America/New_York, country: US }
tiers:
  boundary_mode: spend
  membership: { mode: rolling, duration_months: 12 }
  levels:
    member: { name: Member, lower_bound: 0 }
    gold: { name: Gold, lower_bound: 500 }
points_expiry: { mode: after_earning, duration_months: 12 }
rules:
  visit: { kind: pageview, title: Visit us, result: { points: 5 } }
`;

let database: TestDatabase;
const folder = mkdtempSync(path.join(tmpdir(), 'loyaltyd-import-'));
beforeAll(async () => {
  database = await createTestDatabase();
  for (const key of ['one', 'two', 'three', 'four', 'five', 'six', 'other'])
    expect((await loyaltyd(['program', 'apply', '-'], PROGRAM.replace('KEY', key))).code).toBe(0);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ DATABASE_URL: database.serverUrl, DATABASE_OWNER_URL: database.ownerUrl });

function loyaltyd(args: string[], input?: string): Promise<CommandResult> {
  return runCommand(args, environment(), input);
}

function file(name: string, content: string | Buffer): string {
  const where = path.join(folder, name);
  writeFileSync(where, content);
  return where;
}

async function exported(what: string, program: string, ...options: string[]): Promise<string[]> {
  const { code, stdout } = await loyaltyd(['export', what, '--program', program, ...options]);
  expect(code).toBe(0);
  return stdout.trimEnd().split('\n');
}

describe('loyaltyd import customers', () => {
  const odd = file(
    'odd.csv',
    Buffer.from(
      'Kunde;E-Mail;Vorname;Punkte;Geburtstag\r\n1;zo\xeb@example.com;Zo\xeb;"250";28.02.1990\r\n2;;;x;\r\n',
      'latin1',
    ),
  );
  const columns = [
    'merchant_id=Kunde',
    'email=E-Mail',
    'first_name=Vorname',
    'points=Punkte',
    'birthday=Geburtstag',
  ];
  const command = [
    'import',
    'customers',
    odd,
    '--program',
    'one',
    '--dates',
    'dmy',
    ...columns.flatMap((column) => ['--column', column]),
  ];

  it('says what it would do, does it, lists what was refused, and lists itself', async () => {
    const errors = path.join(folder, 'errors.csv');
    const dry = await loyaltyd([...command, '--dry-run', '--errors', errors]);
    expect(dry.code).toBe(1);
    expect(dry.stdout.split('\n')).toEqual([
      'line 3: points must be a whole number from -1000000000 to 1000000000, without separators',
      `All that were refused are in ${errors}.`,
      'For example',
      '  line 2: 1: new customer, 250 points, tier member',
      `Nothing was written. Of ${odd} 2 rows would be: 1 created, 0 changed, 0 unchanged, 1 refused, +250 points.`,
      '',
    ]);
    const real = await loyaltyd([...command, '--errors', errors, '--json']);
    expect(JSON.parse(real.stdout)).toMatchObject({ rows: 2, created: 1, refused: 1, points: 250 });
    expect(real.stderr).toMatch(/^2 of 2 rows/m);
    expect(readFileSync(errors, 'utf8')).toBe(
      'line,reason\r\n3,"points must be a whole number from -1000000000 to 1000000000, without separators"\r\n',
    );
    const list = await loyaltyd(['import', 'list', '--program', 'one']);
    expect(list.stdout).toMatch(
      /^\d+ {2}done {9}\S+ {2}odd\.csv: 2 rows, 1 created, 0 changed, 0 unchanged, 1 refused, \+250 points\n$/,
    );
    expect(
      (await exported('customers', 'one', '--format', 'jsonl')).map((line) => JSON.parse(line)),
    ).toMatchObject([
      {
        merchant_id: '1',
        email: 'zoë@example.com',
        first_name: 'Zoë',
        birthday: '1990-02-28',
        points: 250,
        tier: 'member',
      },
    ]);
    const audit = await loyaltyd(['audit', 'list', '--program', 'one']);
    expect(audit.stdout).toContain('import.finished');
  });

  it('takes it back', async () => {
    const { imports } = JSON.parse((await loyaltyd(['import', 'list', '--program', 'one', '--json'])).stdout);
    const reverted = await loyaltyd(['import', 'revert', String(imports[0].id), '--program', 'one']);
    expect(reverted).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 customers, of 0 of whom/) });
    expect(await exported('customers', 'one', '--format', 'jsonl')).toEqual(['']);
    expect((await loyaltyd(['import', 'revert', '999999', '--program', 'one'])).code).toBe(1);
  });

  it.each([
    [['--preset', 'nobody'], 'There is no preset nobody, only loyaltyd, loyaltylion'],
    [['--column', 'points'], '--column wants FIELD=HEADER'],
    [['--dates', 'ydm'], '--dates is ymd, mdy, dmy'],
    [['--delimiter', '||'], '--delimiter is one character'],
    [['--encoding', 'klingon'], 'There is no encoding klingon'],
    [['--errors', '/nowhere/errors.csv'], 'cannot be written'],
  ])('refuses %j as wrong arguments', async (words, complaint) => {
    const plain = file('plain.csv', 'merchant_id\n1\n');
    const result = await loyaltyd(['import', 'customers', plain, '--program', 'one', ...words]);
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(complaint) });
  });

  it('refuses files that it cannot read, and programs and sites that there are not', async () => {
    const plain = file('plain.csv', 'merchant_id\n1\n');
    const inProgram = (where: string, ...words: string[]) =>
      loyaltyd(['import', 'customers', where, '--program', 'one', ...words]);
    expect(await inProgram('nowhere.csv')).toMatchObject({ code: 2 });
    expect(await inProgram(plain, '--site', 'moon')).toMatchObject({ code: 1 });
    expect((await loyaltyd(['import', 'customers', plain, '--program', 'nobody'])).code).toBe(1);
    expect(await inProgram(file('none.csv', 'a,b\n1,2\n'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the file has "a", "b"'),
    });
  });
});

describe('an import whose process is killed', () => {
  const ROWS = 6_000;
  const big = file(
    'big.csv',
    `merchant_id,email,points,lots\n${Array.from({ length: ROWS }, (_, index) =>
      index % 7 === 0 ? `${index},,bad,` : `${index},c${index}@example.com,,${index}@2099-12-31;5`,
    ).join('\n')}\n`,
  );
  const begin = (program: string) => ['import', 'customers', big, '--program', program];
  const state = async (program: string) =>
    JSON.parse((await loyaltyd(['import', 'list', '--program', program, '--json'])).stdout).imports;

  it('goes on where it is run again, to the same result as an unbroken one', {
    timeout: 300_000,
  }, async () => {
    const stopped = await spawnCommand(begin('four'), environment());
    let told = '';
    for await (const line of createInterface(stopped.stderr!)) {
      told += `${line}\n`;
      // A second signal would end it at once.
      if (!stopped.killed && /^\d+ of/.test(line)) stopped.kill('SIGINT');
    }
    expect(stopped.exitCode ?? (await once(stopped, 'exit'))[0]).toBe(130);
    expect(told).toMatch(/^Interrupted\. Run the same command again to go on/m);
    expect(await state('four')).toMatchObject([{ state: 'running', interrupted: true }]);
    const listed = (await loyaltyd(['import', 'list', '--program', 'four'])).stdout;
    expect(listed).toMatch(
      /^\d+ {2}interrupted .*run "import customers" again with the same file and options to go on$/m,
    );

    const killed = await spawnCommand(begin('two'), environment());
    for await (const line of createInterface(killed.stderr!)) {
      if (Number(/^(\d+) of/.exec(line)?.[1] ?? 0) >= ROWS / 5) break;
    }
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const [half] = await state('two');
    expect(half).toMatchObject({ state: 'running' });
    expect(half.rows_done).toBeGreaterThanOrEqual(ROWS / 5);
    expect(half.rows_done).toBeLessThan(ROWS);
    const resumed = await loyaltyd([...begin('two'), '--json']);
    const unbroken = await loyaltyd([...begin('three'), '--json']);
    const { import_id, resumed_behind, examples, ...result } = JSON.parse(resumed.stdout);
    expect(JSON.parse(unbroken.stdout)).toMatchObject(result);
    expect(resumed_behind).toBeGreaterThanOrEqual(half.rows_done);
    expect((await state('two')).length).toBe(1);
    const books = async (program: string) =>
      (await exported('customers', program, '--format', 'jsonl')).map((line) => {
        const { id, referral_id, created_at, updated_at, enrolled_at, tier_expires_at, lots, ...customer } =
          JSON.parse(line);
        return { ...customer, lots: lots.replace(/@(?!2100-01-01)[^;]*/, '') };
      });
    const [two, three] = [await books('two'), await books('three')];
    expect(two).toHaveLength(Math.floor((ROWS * 6) / 7));
    expect(two).toEqual(three);
    // A process that ends has written all of it.
    const piped = await runBuilt(['export', 'customers', '--program', 'three'], environment());
    expect(piped).toMatchObject({ code: 0, stderr: expect.stringContaining(`${three.length} customers`) });
    expect(piped.stdout.trimEnd().split('\n')).toEqual(await exported('customers', 'three'));
    expect((await loyaltyd(['verify-ledger'])).code).toBe(0);
  });
});

describe('loyaltyd export', () => {
  const HOSTILE = [
    'merchant_id,email,first_name,last_name,birthday,points,tier,metadata,enrolled_at',
    `"=1+1",'=b@example.com,"@SUM(1)","a ""quoted"", name
on two lines",1990-01-02,5,gold,"{""k"": [1, ""\\\\ \\n""]}",2020-01-01`,
    '+49170,,-x,\\.,--02-29,0,,,2020-01-01',
    'plain,,,,,,,,',
  ].join('\n');

  it('of customers can be imported again, whatever they wrote', async () => {
    const hostile = file('hostile.csv', HOSTILE);
    const bring = ['import', 'customers', hostile, '--program', 'other', '--json'];
    expect(JSON.parse((await loyaltyd(bring)).stdout)).toMatchObject({ created: 3, refused: 0 });
    const out = path.join(folder, 'out.csv');
    const made = await loyaltyd(['export', 'customers', '--program', 'other', '--out', out, '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({ what: 'customers', format: 'csv', rows: 3, out });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readFileSync(out, 'utf8')).toMatch(/,'=1\+1,''=b@example\.com,'@SUM\(1\),/);
    const again = await loyaltyd([
      'import',
      'customers',
      out,
      '--program',
      'one',
      '--preset',
      'loyaltyd',
      '--json',
    ]);
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 3, refused: 0, points: 5 });
    const [before, after] = await Promise.all(
      ['other', 'one'].map(async (program) =>
        (await exported('customers', program, '--format', 'jsonl')).map((line) => {
          const { id, created_at, updated_at, ...customer } = JSON.parse(line);
          return customer;
        }),
      ),
    );
    expect(after).toEqual(before);
    expect(before![0]).toMatchObject({ merchant_id: '=1+1', metadata: { k: [1, '\\ \n'] }, tier: 'gold' });
    expect(before![2]).toMatchObject({ enrolled_at: null, tier: null });
    // And once more into where it came from: nothing changes.
    const same = await loyaltyd([
      'import',
      'customers',
      out,
      '--program',
      'other',
      '--preset',
      'loyaltyd',
      '--json',
    ]);
    expect(JSON.parse(same.stdout)).toMatchObject({ unchanged: 3, points: 0 });
  });

  it('of customers carries lifetime spend and pending points to another program, and says so', async () => {
    const bring = (where: string, program: string, ...more: string[]) =>
      loyaltyd(['import', 'customers', where, '--program', program, '--preset', 'loyaltyd', ...more]);
    const wealthy = file(
      'wealthy.csv',
      'merchant_id,points,points_spent,pending\nw-1,10,500,30@2099-02-01T10:00:00Z;7\nw-2,,20,\n',
    );
    const dry = await bring(wealthy, 'five', '--dry-run');
    expect(dry.stdout).toContain('line 2: w-1: new customer, 10 points, 37 pending, 500 spent');
    expect(dry.stdout).toContain('+10 points, +37 pending, +520 spent.');
    expect((await bring(wealthy, 'five')).code).toBe(0);
    const out = path.join(folder, 'wealthy-out.csv');
    await loyaltyd(['export', 'customers', '--program', 'five', '--out', out]);
    const again = JSON.parse((await bring(out, 'six', '--json')).stdout);
    expect(again).toMatchObject({ refused: 0, pending: 37, spent: 520 });
    const lines = await exported('customers', 'six', '--format', 'jsonl');
    expect(lines.map((line) => JSON.parse(line)).find((one) => one.merchant_id === 'w-1')).toMatchObject({
      points: 10,
      points_pending: 37,
      pending: '30@2099-02-01T10:00:00.000Z;7',
      points_spent: 500,
    });
    const list = await loyaltyd(['import', 'list', '--program', 'six']);
    expect(list.stdout).toMatch(/\+37 pending, \+520 spent$/m);
  });

  it('of transactions and activities goes on behind an id, in csv and in JSON lines', async () => {
    const csv = await exported('transactions', 'other');
    expect(csv[0]).toMatch(/^id,created_at,resource,points_approved,points_pending,customer_id/);
    expect(csv).toHaveLength(2);
    const [row] = (await exported('transactions', 'other', '--format', 'jsonl')).map((line) =>
      JSON.parse(line),
    );
    expect(row).toMatchObject({ resource: 'adjustment', points_approved: 5, customer_merchant_id: '=1+1' });
    expect(csv[1]).toContain(`,'=1+1,''=b@example.com,`);
    expect(await exported('transactions', 'other', '--since-id', String(row.id))).toEqual([csv[0]]);
    expect(await exported('activities', 'other')).toHaveLength(1);
  });

  it('refuses what it does not understand', async () => {
    for (const words of [['--format', 'xml'], ['--since-id', '-1'], ['--json']])
      expect((await loyaltyd(['export', 'customers', '--program', 'other', ...words])).code).toBe(2);
    const out = path.join(folder, 'none', 'out.csv');
    expect((await loyaltyd(['export', 'customers', '--program', 'other', '--out', out])).code).toBe(1);
  });
});
