import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { REPORT_NAMES } from '../../src/domain/reports/report-kinds.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition, rewardDefinition, tierDefinition } from '../support/factories.ts';
import { cookieOf, joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const HOSTILE = '<script>alert(1)</script>"\'&';
const KILOBYTE = 1_024;

let test: TestApp;
let analyst: string;
let support: string;
let customer: number;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      key: 'ours',
      name: HOSTILE,
      tiers: [{ key: 'base', definition: tierDefinition({ name: HOSTILE }) }],
      rewards: [
        {
          key: 'card',
          definition: rewardDefinition({ title: HOSTILE, cost: { kind: 'fixed', points: 60 } }),
        },
      ],
    },
  });
  await applyProgram(test.deps, programDefinition({ key: 'theirs' }), TESTER);
  const program = (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;
  customer = (await createCustomer(test.deps, program, { merchant_id: '1001', points: 1_500 })).id;
  await test.post('/v2/customers/1001/claimed_rewards', { reward_id: program.rewards[0]!.id }).expect(201);
  await test.post('/v2/customers/1001/points', { points: 7, reason: HOSTILE }).expect(201);
  await countFigures(test.deps);
  const grant = { program_id: program.id } as const;
  analyst = cookieOf(await joinedOperator(test.deps, { ...grant, role: 'analyst' }));
  support = cookieOf(await joinedOperator(test.deps, { ...grant, role: 'support' }));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const open = (path: string, cookie = analyst) =>
  supertest(test.url).get(`/console/p/ours/${path}`).set('cookie', cookie);

const SCREENS = ['overview', 'reports', ...REPORT_NAMES.map((name) => `reports/${name}`), 'reports/forecast'];

describe.each(SCREENS)('the screen %s', (path) => {
  it('stands in its frame, weighs little, and runs nothing that it shows', async () => {
    const { text, headers } = await open(path).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/<h1>[^<]+<\/h1>/);
    expect(text).toContain('aria-current="page"');
    expect(text).not.toMatch(/ style=|<script(?! type="module" src=)| on\w+=/);
    expect(gzipSync(text).length).toBeLessThan(30 * KILOBYTE);
  });

  it('does not exist for operators of other programs, nor for support if it is of figures', async () => {
    await supertest(test.url).get(`/console/p/theirs/${path}`).set('cookie', analyst).expect(404);
    await open(path, support).expect(403);
  });
});

const numberOf = (text: string) => Number(text.replaceAll(',', ''));

describe('the overview', () => {
  it('shows the figures that the API gives', async () => {
    const { text } = await open('overview?span=7d').expect(200);
    const { body } = await test.get('/v2/reports/overview?interval=month').expect(200);
    const { members, outstanding, redeemed } = body.report.rows.at(-1);
    expect([members, outstanding, redeemed]).toEqual([1, 1_447, 60]);
    for (const figure of ['1', '1,447', '60']) expect(text).toContain(`<dd class="figure">${figure}</dd>`);
    expect(text).toContain('Pacific/Auckland');
  });

  it('is followed by reports that show the ledger up to the transaction that they name, while others write', async () => {
    const { db } = test.deps;
    const program = (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;
    const write = async (points: number) => {
      for (let time = 0; time < 12; time += 1)
        await adjustPoints(test.deps, { program, customer_id: customer, points, note: null, by: TESTER });
    };
    const writers = [write(7), write(11), write(-18)];
    const ledgerUpTo = async (transaction: number) => {
      const { points } = await db
        .selectFrom('transactions')
        .select(({ fn }) => fn.sum<number>('points_approved').as('points'))
        .where('program_id', '=', program.id)
        .where('id', '<=', transaction)
        .executeTakeFirstOrThrow();
      return Number(points);
    };
    const shown = async () => {
      await countFigures(test.deps);
      const { text } = await open('reports/liability').expect(200);
      const [, transaction] = /and transaction ([\d,]+)\./.exec(text)!;
      const rows = [...text.matchAll(/<th scope="row"[^>]*>[^<]*<\/th><td class="end"[^>]*>([\d,]+)</g)];
      const [, outstanding] = rows.at(-1)!;
      return { at: numberOf(transaction!), outstanding: numberOf(outstanding!) };
    };
    const seen: { at: number; outstanding: number }[] = [];
    for (let look = 0; look < 5; look += 1) seen.push(await shown());
    await Promise.all(writers);
    seen.push(await shown());
    const expected = await Promise.all(
      seen.map(async ({ at }) => ({ at, outstanding: await ledgerUpTo(at) })),
    );
    expect(seen).toEqual(expected);
    const { body } = await test.get('/v2/reports/liability?interval=month').expect(200);
    expect(body.report.rows.at(-1).outstanding).toBe(seen.at(-1)!.outstanding);
    expect(seen.at(-1)!.outstanding).toBe(1_447);
  });

  it('keeps its span in its address, and says what is wrong with another', async () => {
    const { text } = await open('overview?from=2026-01-05&to=2026-01-20').expect(200);
    expect(text).toContain('5 Jan – 20 Jan 2026, against 20 Dec 2025 – 4 Jan 2026');
    expect(text).toContain('/console/p/ours/reports/points.csv?from=2026-01-05&amp;to=2026-01-20');
    expect((await open('overview?from=x&from=y&to=').expect(200)).text).toContain('<h1>Overview</h1>');
    expect((await open('overview?from=nonsense').expect(200)).text).toContain('Choose a day for both ends.');
  });
});

describe('customers', () => {
  const screens = () => ['customers', 'customers?q=nobody', `customers/${customer}`];

  it('stand in their frame, and nothing runs of what they wrote', async () => {
    for (const path of screens()) {
      const { text } = await open(path, support).expect(200);
      expect(text).toMatch(/aria-current="page"[^>]*>.{0,300}Customers/);
      expect(text).not.toMatch(/ style=|<script(?! type="module" src=)| on\w+=/);
    }
    const { text } = await open(`customers/${customer}`, support).expect(200);
    expect(text).toContain('&lt;script>alert(1)&lt;/script>');
    expect(text).toContain('<p class="event-worth">+7</p>');
    expect(text).toContain('<p class="event-worth">−60</p>');
    expect(text).toContain('<dd class="figure">1,447</dd>');
  });

  it('are found by the first letters of their email, and by their id in the store', async () => {
    const program = (await test.deps.programs.all()).find(({ key }) => key === 'ours')!;
    await createCustomer(test.deps, program, { merchant_id: 'zed', email: 'Zoe_@shop.example' });
    for (const asked of ['zoe_', 'ZOE_@shop', 'zed']) {
      const { text } = await open(`customers?q=${asked}`, support).expect(200);
      expect(text).toContain('Zoe_@shop.example');
      expect(text).not.toContain('>1001<');
    }
    for (const asked of ['zoe%25', 'oe_', '%00', "'"]) {
      expect((await open(`customers?q=${asked}`, support).expect(200)).text).toContain('Nobody was found');
    }
  });

  it('are not there for analysts, who read no emails', async () => {
    for (const path of screens()) await open(path, analyst).expect(403);
    expect((await open('overview').expect(200)).text).not.toContain('/console/p/ours/customers');
  });

  it('of other programs do not exist', async () => {
    const theirs = (await test.deps.programs.all()).find(({ key }) => key === 'theirs')!;
    const other = await createCustomer(test.deps, theirs, { merchant_id: 'other', email: 'o@shop.example' });
    await open(`customers/${other.id}`, support).expect(404);
    expect((await open('customers?q=other', support).expect(200)).text).toContain('Nobody was found');
    for (const id of ['0', 'x', '1e3', '99999999999999999999']) {
      await open(`customers/${id}`, support).expect(404);
    }
  });
});

describe('the address of the console', () => {
  it.each([
    ['an analyst', () => analyst, '/console/p/ours/overview'],
    ['support', () => support, '/console/p/ours/customers'],
  ])('leads %s to the first screen of the role', async (_who, cookie, address) => {
    const { headers } = await supertest(test.url).get('/console').set('cookie', cookie()).expect(303);
    expect(headers.location).toBe(address);
  });
});

describe('the csv of a report', () => {
  it.each(REPORT_NAMES)('is the one of the API: %s', async (name) => {
    const days = 'from=2026-01-01&to=2026-03-31&interval=month';
    const ours = await open(`reports/${name}.csv?${days}`).expect(200);
    const { text } = await test.get(`/v2/reports/${name}?${days}&type=csv`).expect(200);
    expect(ours.text).toBe(text);
    expect(ours.headers['content-disposition']).toBe(
      `attachment; filename="ours-${name}-2026-01-01-2026-03-31.csv"`,
    );
  });

  it('of no report is not there', async () => {
    await open('reports/nothing.csv').expect(404);
    await open('reports/__proto__').expect(404);
  });
});
