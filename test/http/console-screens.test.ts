import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 1_500 });
  await test.post('/v2/customers/1001/claimed_rewards', { reward_id: program.rewards[0]!.id }).expect(201);
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

describe('the overview', () => {
  it('shows the figures that the API gives', async () => {
    const { text } = await open('overview?span=7d').expect(200);
    const { body } = await test.get('/v2/reports/overview?interval=month').expect(200);
    const { members, outstanding, redeemed } = body.report.rows.at(-1);
    expect([members, outstanding, redeemed]).toEqual([1, 1_440, 60]);
    for (const figure of ['1', '1,440', '60']) expect(text).toContain(`<dd class="figure">${figure}</dd>`);
    expect(text).toContain('Pacific/Auckland');
  });

  it('keeps its span in its address, and says what is wrong with another', async () => {
    const { text } = await open('overview?from=2026-01-05&to=2026-01-20').expect(200);
    expect(text).toContain('5 Jan – 20 Jan 2026, against 20 Dec 2025 – 4 Jan 2026');
    expect(text).toContain('/console/p/ours/reports/points.csv?from=2026-01-05&amp;to=2026-01-20');
    expect((await open('overview?from=x&from=y&to=').expect(200)).text).toContain('<h1>Overview</h1>');
    expect((await open('overview?from=nonsense').expect(200)).text).toContain(
      'Both ends of a span are days.',
    );
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
