import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { WHOLE_SERVER } from '../../src/domain/audit/server-deeds.ts';
import { recordBackupRun } from '../../src/domain/operating/backup-store.ts';
import { finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { checkLedger } from '../../src/domain/operations/check-ledger.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { ROLES } from '../../src/domain/operators/roles.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser, fieldOf } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { joinedOperator, plainOperator, sessionOf, signedInOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
let admin: ConsoleBrowser;

const SERVER = '/console/p/ours/server';
const CLOCK = '/console/p/tried/clock';
const DAY = 24 * 3_600_000;

beforeAll(async () => {
  const pooled = voucherDefinition({ codes: { kind: 'pool' } });
  test = await buildTestApp({ program: { key: 'ours', rewards: [{ key: 'pooled', definition: pooled }] } });
  await applyProgram(test.deps, programDefinition({ key: 'tried', test: true }), TESTER);
  admin = browserOf(test, await joinedOperator(test.deps, 'admin'));
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const tried = async () => (await test.deps.programs.all()).find(({ key }) => key === 'tried')!;

describe('the screen of the server', () => {
  it('shows versions, the database, the check of the ledger, and what needs attention', async () => {
    expect((await admin.get(SERVER)).text).toContain('none has ended yet');
    await checkLedger(test.deps);
    await checkLedger(test.deps);
    const { text } = await admin.get(SERVER);
    expect(text).toMatch(/<dt>Postgres<\/dt><dd class="figure">1\d\.\d+/);
    expect(text).toMatch(/<dt>Database<\/dt><dd class="figure">\d+\.\d MB/);
    expect(text).toContain('<th scope="row">customers</th>');
    expect(text).toContain('nothing: it adds up');
    expect(text).toContain('A pool of codes is empty');
  });

  it('checks the ledger on demand once, however often the button is pressed, and follows it to its result', async () => {
    const token = fieldOf((await admin.get(SERVER)).text, 'token');
    const answers = await Promise.all([1, 2].map(() => admin.post(`${SERVER}/ledger`, { token })));
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [303, `${SERVER}#ledger`],
      [303, `${SERVER}#ledger`],
    ]);
    const { text } = await admin.get(SERVER);
    expect(text).toContain(`data-live="${SERVER}/ledger/progress"`);
    expect(text).not.toContain(`action="${SERVER}/ledger"`);
    const late = await admin.post(`${SERVER}/ledger`, { token: await admin.token() });
    expect(late.headers.location).toBe(`${SERVER}?done=too_late#ledger`);
    const told = 'A check that was ordered before is already running.';
    expect((await admin.get(`${SERVER}?done=too_late`)).text).toContain(told);
    await checkLedger(test.deps);
    expect((await admin.get(`${SERVER}?done=too_late`)).text).not.toContain(told);
    expect((await admin.get(`${SERVER}/ledger/progress`)).text).toContain('"ended":true');
    expect((await admin.get(SERVER)).text).toContain('Check all of it now');
    const deeds = await test.deps.db
      .selectFrom('audit_entries')
      .select(['program_id', 'actor_kind'])
      .where('action', '=', 'ledger.check_ordered')
      .execute();
    expect(deeds).toEqual([{ program_id: WHOLE_SERVER, actor_kind: 'operator' }]);
  });

  it('says when a backup was made and proven, and why the last attempt failed', async () => {
    const at = test.clock.real();
    const run = {
      kind: 'create',
      started_at: at,
      finished_at: at,
      backup: '20261122T030000Z',
      error: null,
    } as const;
    expect((await admin.get(SERVER)).text).toContain('This Postgres archives no log.');
    await recordBackupRun(test.deps.db, run);
    await recordBackupRun(test.deps.db, {
      ...run,
      kind: 'verify',
      backup: null,
      error: 'base.tar is damaged.',
    });
    const { text } = await admin.get(SERVER);
    expect(text).toContain('The last attempt at a backup failed');
    expect(text).toMatch(/The backup was not proven \(.*\): base\.tar is damaged\./);
    await recordBackupRun(test.deps.db, { ...run, kind: 'verify' });
    expect((await admin.get(SERVER)).text).not.toContain('base.tar is damaged');
  });

  it('is there for admins alone', async () => {
    const program_id = (await test.program()).id;
    const owner = browserOf(test, await joinedOperator(test.deps, { program_id, role: 'owner' }));
    expect((await owner.get(SERVER)).status).toBe(403);
    expect((await owner.get('/console/p/ours/audit')).text).not.toContain(SERVER);
    expect((await owner.get('/console/p/tried/server')).status).toBe(404);
  });
});

describe('the operators of the server', () => {
  it('stand with their roles by program, sessions and last use, those without a role and revoked ones too', async () => {
    const [ours, other] = [(await test.program()).id, (await tried()).id];
    const ann = await signedInOperator(test.deps, { program_id: ours, role: 'support' });
    const grant = { program_id: other, role: 'analyst' } as const;
    await inviteOperator(test.deps, { email: ann.email, grant, by: TESTER, whole_server: true });
    await Promise.all([sessionOf(test.deps, ann), sessionOf(test.deps, ann)]);
    const gone = await plainOperator(test.deps, { program_id: ours, role: 'owner' });
    await revokeOperator(test.deps, { email: gone.email, program_id: null, by: TESTER, even_last: true });
    expect((await admin.get(SERVER)).text).toContain(`href="${SERVER}/operators"`);
    const rows = (await admin.get(`${SERVER}/operators`)).text.split('<tr').slice(2);
    const [boss, hers, theirs] = ['>admin<', ann.email, gone.email].map((mark) =>
      rows.find((row) => row.replaceAll('<wbr/>', '').includes(mark)),
    );
    expect(boss).toContain('data-name="Open sessions">1<');
    expect(hers).toContain(`href="/console/p/ours/team/${ann.id}"`);
    expect(hers).toMatch(/>: support</);
    expect(hers).toContain(`href="/console/p/tried/team/${ann.id}"`);
    expect(hers).toMatch(/>: analyst</);
    expect(hers).toContain('data-name="Open sessions">2<');
    expect(hers).toContain('<time');
    expect(theirs).toContain('taken away');
    expect(rows.at(-1)).toBe(theirs);
  });

  it('are shown to admins alone', async () => {
    const program_id = (await test.program()).id;
    for (const role of ROLES) {
      const one = browserOf(test, await signedInOperator(test.deps, { program_id, role }));
      expect((await one.get(`${SERVER}/operators`)).status).toBe(403);
      expect((await one.get('/console/p/tried/server/operators')).status).toBe(404);
    }
  });
});

describe('the test clock', () => {
  const turn = async (by: string) => {
    const token = fieldOf((await admin.get(CLOCK)).text, 'token');
    return admin.post(CLOCK, { token, by });
  };
  const offset = async () => {
    const { clock_offset_ms } = await test.deps.db
      .selectFrom('programs')
      .select('clock_offset_ms')
      .where('key', '=', 'tried')
      .executeTakeFirstOrThrow();
    return clock_offset_ms / DAY;
  };

  it('is turned forward by a step, with what falls due on the way', async () => {
    const program = await tried();
    await createCustomer(test.deps, program, { merchant_id: '1001' });
    await test.deps.db
      .updateTable('customers')
      .set({ next_due_at: ts(test.clock.real() + 3 * DAY) })
      .where('program_id', '=', program.id)
      .execute();
    const { text } = await admin.get(CLOCK);
    expect(text).toContain('real time');
    const counts = [...text.matchAll(/<td class="end">(\d+)<\/td>/g)].map(([, count]) => Number(count));
    expect(counts).toEqual([0, 0, 1, 1, 1, 1]);
    const { status, headers } = await turn('30d');
    expect([status, headers.location]).toEqual([303, CLOCK]);
    expect(await offset()).toBe(30);
    expect((await admin.get(CLOCK)).text).toContain('30 days ahead of real time');
    const [deed] = await test.deps.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').execute();
    expect(deed).toMatchObject({ action: 'clock.advanced', actor_kind: 'operator' });
  });

  it('goes forward once, however often the button is pressed', async () => {
    const before = await offset();
    const token = fieldOf((await admin.get(CLOCK)).text, 'token');
    await Promise.all([1, 2, 3].map(() => admin.post(CLOCK, { token, by: '24h' })));
    expect(await offset()).toBe(before + 1);
    expect((await admin.post(CLOCK, { token, by: '9999d' })).status).toBe(400);
  });

  it('is followed while a server goes on turning it', async () => {
    const { id } = await tried();
    const target = ((await offset()) + 7) * DAY;
    await test.deps.db
      .updateTable('programs')
      .set({ clock_target_ms: target })
      .where('id', '=', id)
      .execute();
    const { text } = await admin.get(CLOCK);
    expect(text).toContain(`data-live="${CLOCK}/progress"`);
    expect(text).not.toContain('name="by"');
    await finishAdvances(test.deps);
    const events = await admin.get(`${CLOCK}/progress`);
    expect(events.text).toContain('"ended":true');
  });

  it('of a program in real time is not to be turned', async () => {
    expect((await admin.get('/console/p/ours/clock')).text).toContain('This program keeps real time');
    expect((await admin.get('/console/p/ours/overview')).text).not.toContain('/ours/clock"');
    const token = await admin.token();
    expect((await admin.post('/console/p/ours/clock', { token, by: '24h' })).status).toBe(422);
  });
});
