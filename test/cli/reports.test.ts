import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine, PROGRAM, PROGRAM_KEY } from '../support/command-line.ts';

const line = commandLine();
const { loyaltyd } = line;
const MARCH = `--program ${PROGRAM_KEY} --from 2026-03-01 --to 2026-03-31`;

/** A customer to whom somebody gave 1,200 points on 10 March. */
beforeAll(async () => {
  const applied = await loyaltyd('program apply - --json', PROGRAM);
  const { changes, program_id } = JSON.parse(applied.stdout) as {
    changes: { kind: string; id: number }[];
    program_id: number;
  };
  const site = changes.find(({ kind }) => kind === 'site')!.id;
  const at = '2026-03-10T12:00:00Z';
  await line.database.pool.query(
    `with customer as (
       insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, points_approved, last_entry_at, created_at, updated_at)
         values ($1, 'a', 'a', $2, 'a', 1200, $3, $3, $3) returning id
     ), adjustment as (
       insert into adjustments (program_id, customer_id, points, date, created_at) select $1, id, 1200, $3, $3 from customer returning id, customer_id
     )
     insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, adjustment_id, created_at)
       select $1, customer_id, 1200, 0, 0, 'adjustment', id, $3 from adjustment`,
    [program_id, site, at],
  );
});

describe('loyaltyd reports', () => {
  it('counts the figures anew, and finds one that is not its transactions', async () => {
    const rebuilt = await loyaltyd(`reports rebuild --program ${PROGRAM_KEY}`);
    expect(rebuilt).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The figures are rebuilt from/),
    });
    const verified = await loyaltyd(`reports verify --program ${PROGRAM_KEY}`);
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 figures .* all are the sums/),
    });
    await line.database.pool.query('update report_figures set points = 1201');
    const wrong = await loyaltyd(`reports verify --program ${PROGRAM_KEY}`);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('added: stored 1201, transactions give 1200');
    expect(wrong.stdout).toMatch(/are not the sums of their transactions\. Run: loyaltyd reports rebuild\n$/);
    expect((await loyaltyd(`reports rebuild --program ${PROGRAM_KEY}`)).code).toBe(0);
    expect((await loyaltyd(`reports verify --program ${PROGRAM_KEY}`)).code).toBe(0);
  });

  it('says what mends an order that is not what its changes say, since a rebuild does not', async () => {
    await line.database.asOwner(
      `insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
         select program_id, 7, id, site_id, '2026-03-10', created_at, 1, 500 from customers`,
    );
    const { code, stdout } = await loyaltyd(`reports verify --program ${PROGRAM_KEY}`);
    expect([code, stdout.split('\n').slice(0, 1)]).toEqual([
      1,
      ['order 7, net sales in minor units: its changes give 500, the order 0'],
    ]);
    expect(stdout).toMatch(/all are the sums of their transactions\.\nChanges of 1 orders and 0 referrals/);
    expect(stdout).not.toContain('there may be others');
    expect(stdout).not.toContain('Run: loyaltyd reports rebuild');
    await line.database.asOwner(
      `insert into sales_changes (program_id, order_id, customer_id, site_id, day, told_at, orders, net_minor)
         select program_id, 7 + n, id, site_id, '2026-03-10', created_at, 1, 500 from customers, generate_series(1, 1000) n;
       insert into referral_changes (program_id, referral_id, customer_id, site_id, day, told_at, asked, used, completed)
         select program_id, 7, id, site_id, '2026-03-10', created_at, 1, 1, 0 from customers;
       update report_states set tier_cohorts_to = 0`,
    );
    const more = await loyaltyd(`reports verify --program ${PROGRAM_KEY}`);
    expect(more.stdout).toMatch(/\nSums of cohorts by tier are compared up to 0 alone/);
    expect(more.stdout).toMatch(/\nChanges of 1000 orders and 1 referrals/);
    expect(more.stdout).toMatch(/\nNo more than 1000 of a kind are named/);
    await line.database.asOwner(
      `update report_states set tier_cohorts_to = counted_to;
       alter table referral_changes disable trigger append_only; delete from referral_changes;
       alter table referral_changes enable trigger append_only;
       alter table sales_changes disable trigger append_only; delete from sales_changes;
       alter table sales_changes enable trigger append_only`,
    );
  });
});

describe('loyaltyd report', () => {
  it('prints a table that 80 columns hold, csv and json', async () => {
    const table = await loyaltyd(`report roll_forward ${MARCH}`);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/^added +1,200$/m);
    expect(table.stdout).toMatch(/^closing +1,200$/m);
    expect(
      Math.max(
        ...table.stdout
          .split('\n')
          .slice(1)
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(80);
    const csv = await loyaltyd(`report liability ${MARCH} --format csv`);
    expect(csv.stdout).toBe('period,outstanding,value,change,pending\n2026-03,1200,,1200,0\n');
    const json = await loyaltyd(`report points ${MARCH} --interval week --format json`);
    expect(JSON.parse(json.stdout).report.rows.map(({ period }: { period: string }) => period)).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ]);
  });

  it('refuses what makes no report, with a sentence', async () => {
    const reversed = await loyaltyd(
      `report points --program ${PROGRAM_KEY} --from 2026-03-02 --to 2026-03-01`,
    );
    expect(reversed).toMatchObject({ code: 1, stderr: 'to must not be before `from`.\n' });
    expect(await loyaltyd(`report points ${MARCH} --tier nowhere`)).toMatchObject({
      code: 1,
      stderr: 'tier is no tier of the program.\n',
    });
    expect((await loyaltyd(`report nothing ${MARCH}`)).code).toBe(2);
  });
});

describe('loyaltyd reports, for finance', () => {
  const of = `--program ${PROGRAM_KEY}`;

  it('prints the bookings of a month as csv, on the accounts that are given', async () => {
    expect(
      await loyaltyd(`reports journal 2026-03 ${of} --point-value 0.01 --account liability=2150 added=66,10`),
    ).toEqual({
      code: 0,
      stdout: 'month,debit,credit,amount,currency,flow\n2026-03,"66,10",2150,12.00,USD,added\n',
      stderr: '',
    });
  });

  it('asks for the value of a point if nothing says what it is worth', async () => {
    const { code, stderr } = await loyaltyd(`reports journal 2026-03 ${of}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('point_value must be given')]);
  });

  it('closes a month once, and prints its books from then on', async () => {
    expect((await loyaltyd(`reports books ${of}`)).stdout).toBe('No month is closed yet.\n');
    const closed = await loyaltyd(`reports close 2026-03 ${of}`);
    expect(JSON.parse(closed.stdout)).toMatchObject({ month: '2026-03', roll_forward: { added: 1200 } });
    expect((await loyaltyd(`reports books 2026-03 ${of}`)).stdout).toBe(closed.stdout);
    expect((await loyaltyd(`reports books ${of}`)).stdout).toMatch(
      /^2026-03 {2}closed .*, with the transactions up to \d+\n$/,
    );
    expect(await loyaltyd(`reports close 2026-03 ${of}`)).toEqual(closed);
    const out = await loyaltyd(`reports close 2026-02 ${of}`);
    expect([out.code, out.stderr]).toEqual([1, expect.stringContaining('which is closed')]);
    const journal = await loyaltyd(`reports journal 2026-03 ${of} --point-value 0.01 --json`);
    expect(JSON.parse(journal.stdout)).toMatchObject({
      closed: true,
      lines: [{ flow: 'added', amount: '12.00' }],
    });
  });

  it('shows what is known where there is too little history for a forecast', async () => {
    const { code, stdout } = await loyaltyd(`reports forecast ${of}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Too little history')]);
    expect(stdout).toContain('2026-03        1,200   0   0');
  });

  it.each([
    [`reports close March ${of}`, 1, 'month must be a month: YYYY-MM'],
    [`reports books 2026-02 ${of}`, 1, 'The month 2026-02 is not closed.'],
    [`reports journal 2026-03 ${of} --point-value much`, 2, '--point-value must be an amount'],
    [`reports journal 2026-03 ${of} --point-value 1 --account won=1`, 2, '--account must be NAME=ACCOUNT'],
    ['reports forecast --program nobody', 1, 'There is no program nobody.'],
  ])('answers %j with status %i', async (args, code, message) => {
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
