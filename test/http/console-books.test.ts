import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { joinedOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const BOOKS = '/console/p/ours/reports/books';
/** The same month of a program whose file states the value of a point. */
const PRICED = '/console/p/priced/reports/books/2026-01';

let test: TestApp;
let manager: ConsoleBrowser;
let analyst: ConsoleBrowser;
let admin: ConsoleBrowser;

/** 1,200 points by hand on the 14th of January. It is the 15th of March. */
beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  const program = await test.program();
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 1_200 });
  const settings = { ...program.settings, point_value: 0.01 };
  await applyProgram(test.deps, programDefinition({ key: 'priced', settings }), TESTER);
  const priced = (await test.deps.programs.all()).find(({ key }) => key === 'priced')!;
  await createCustomer(test.deps, priced, { merchant_id: '1001', points: 1_200 });
  test.clock.advance(60 * DAY);
  await countFigures(test.deps);
  const role = (name: 'manager' | 'analyst') =>
    joinedOperator(test.deps, { program_id: program.id, role: name });
  manager = browserOf(test, await role('manager'));
  admin = browserOf(test, await joinedOperator(test.deps, 'admin'));
  analyst = browserOf(test, await role('analyst'));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

async function close(month: string) {
  const { text } = await manager.get(`${BOOKS}/${month}/close`);
  return manager.post(`${BOOKS}/${month}/close`, { token: fieldOf(text, 'token') });
}

describe('the books', () => {
  it('show an open month as the reports do, and offer to close months that are over', async () => {
    const { text } = await manager.get(`${BOOKS}/2026-01`);
    expect(text).toContain('<th scope="row">Closing</th><td class="end">1,200</td>');
    expect(text).toContain('A point has no known value');
    const list = (await manager.get(BOOKS)).text;
    expect(list).toContain(`href="${BOOKS}/2026-02/close"`);
    expect(list).not.toContain(`href="${BOOKS}/2026-03/close"`);
    expect(list).toContain(`href="${BOOKS}/2026-01/close"`);
    // Before the first month no point had moved.
    expect(list).not.toContain('2025-12');
    expect((await manager.get(`${BOOKS}/2026-04`)).status).toBe(404);
    expect((await manager.get(`${BOOKS}/nonsense`)).status).toBe(404);
  });

  it('are read by analysts, who close nothing', async () => {
    expect((await analyst.get(BOOKS)).text).not.toContain('/close"');
    expect((await analyst.get(`${BOOKS}/2026-01/close`)).status).toBe(403);
    expect((await analyst.post(`${BOOKS}/2026-01/close`, {})).status).toBe(403);
  });

  it('are closed month by month, and then say the same for ever', async () => {
    const { status, headers } = await close('2026-01');
    expect([status, headers.location]).toEqual([303, `${BOOKS}/2026-01`]);
    expect((await manager.get(`${BOOKS}/2026-01/close`)).text).toContain('January 2026 is closed already.');
    const kept = await manager.get(`${BOOKS}/2026-01/books.json`);
    expect(kept.text).toBe((await test.get('/v2/reports/closed_months/2026-01').expect(200)).text);
    expect(kept.headers['content-disposition']).toContain('ours-books-2026-01.json');
    const list = (await manager.get(BOOKS)).text;
    expect(list).toContain(`href="${BOOKS}/2026-02/close"`);
    expect(list).not.toContain(`href="${BOOKS}/2025-12/close"`);
    expect((await manager.get(`${BOOKS}/2026-02/books.json`)).status).toBe(404);
    const [deed] = await test.deps.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').execute();
    expect(deed).toMatchObject({ action: 'month.closed', actor_kind: 'operator' });
  });

  it('do not close the present month, and say why', async () => {
    const token = await manager.token();
    const { text } = await manager.post(`${BOOKS}/2026-03/close`, { token });
    expect(text).toContain('Months are closed one after another');
    const again = await manager.post(`${BOOKS}/2026-01/close`, { token });
    expect(again.headers.location).toBe(`${BOOKS}/2026-01`);
  });

  it('give the journal as csv, on the accounts that are named', async () => {
    const { text, headers } = await admin.get(`${PRICED}/journal.csv?liability=2150&added=66%2C10`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe('month,debit,credit,amount,currency,flow\r\n2026-01,"66,10",2150,12.00,USD,added\r\n');
    const screen = (await admin.get(PRICED)).text;
    expect(screen).toContain('A point counts as $0.01');
    expect(screen).toContain('<td class="end">$12.00</td>');
  });
});
