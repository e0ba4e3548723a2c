import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/domain/audit/actor.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { eraseCustomer } from '../../src/domain/operations/erase-customer.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { decideRequest, makeRequest, type NewRequest } from '../../src/domain/operations/manage-requests.ts';
import { purgeEndedAccess } from '../../src/domain/operators/purge-ended.ts';
import { findRequestFile, listRequests } from '../../src/domain/operators/request-store.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { programSettings, siteDefinition } from '../support/factories.ts';
import { merge } from '../support/merging.ts';
import { joinedOperator } from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
type Operator = Extract<Actor, { kind: 'operator' }>;

let agent: Operator;
let manager: Operator;
let customer_id: number;

async function operator(grant: Role | 'admin'): Promise<Operator> {
  const { id: program_id } = domain.program;
  const { id } = await joinedOperator(domain.deps, grant === 'admin' ? grant : { program_id, role: grant });
  return { kind: 'operator', id, request_id: 'r-1' };
}

async function begin(settings: Partial<ProgramSettings>) {
  const sites = [{ key: 'shop', definition: siteDefinition({ time_zone: 'Pacific/Auckland' }) }];
  await domain.begin({ sites, settings: programSettings(settings) });
  agent = await operator('support');
  manager = await operator('manager');
  customer_id = (await domain.customer({ points: 1_000 })).id;
}

const adjust = (points: number, by: Actor = agent, id = customer_id) =>
  adjustPoints(domain.deps, { program: domain.program, customer_id: id, points, note: null, by });
const ask = async (wanted: NewRequest, by = agent) =>
  (await makeRequest(domain.deps, { program: domain.program, customer_id, wanted, by })).request_id;
const decide = (request_id: number, by: Operator, approve = true) =>
  decideRequest(domain.deps, { program: domain.program, request_id, approve, by });
const balance = async () => (await domain.row(customer_id)).points_approved;
const points = (count: number): NewRequest => ({ kind: 'points', points: count, reason_code: 'goodwill' });

describe("support's points of a day", () => {
  beforeEach(() => begin({ operators: { support: { points_per_day: 500 } } }));

  it('are counted over all customers, added and removed alike', async () => {
    const other = await domain.customer({ merchant_id: 'other', points: 1_000 });
    await adjust(300);
    await adjust(-150, agent, other.id);
    expect(await outcomeOf(adjust(51))).toBe('approval_required');
    await expect(adjust(51)).rejects.toMatchObject({ extra: { details: { points_left: 50 } } });
    await adjust(50);
    expect(await outcomeOf(adjust(-1))).toBe('approval_required');
    expect(await balance()).toBe(1_350);
  });

  it("begin anew with the day of the first site's zone", async () => {
    await adjust(500);
    // In Auckland the day ends eleven hours before it does in UTC.
    domain.turnTo('2026-01-15T10:59:59Z');
    const first = await outcomeOf(adjust(500));
    domain.turnTo('2026-01-15T11:00:00Z');
    expect([first, await outcomeOf(adjust(500))]).toEqual(['approval_required', 'done']);
    expect(await outcomeOf(adjust(1))).toBe('approval_required');
  });

  it('are forgotten after a month, and not before', async () => {
    await adjust(200);
    const days = async () => {
      await purgeEndedAccess(domain.deps);
      const rows = domain.deps.db.selectFrom('operator_spends').select('points');
      return (await rows.where('program_id', '=', domain.program.id).execute()).length;
    };
    domain.clock.advance(31 * 24 * 3_600_000);
    expect(await days()).toBe(1);
    domain.clock.advance(2 * 24 * 3_600_000);
    expect(await days()).toBe(0);
  });

  it('are never exceeded by twenty at once', async () => {
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, at) => domain.customer({ merchant_id: `c-${at}`, points: 1_000 })),
    );
    const outcomes = await tally(atOnce(20, (at) => adjust(at % 2 ? 60 : -60, agent, many[at % 5]!.id)));
    expect(outcomes).toEqual({ done: 8, approval_required: 12 });
    await expectLedgerBalanced(domain.deps);
  });

  it('are not counted where nothing was done', async () => {
    expect(await outcomeOf(adjust(-1_001))).toBe('insufficient_points');
    expect(await outcomeOf(adjust(501))).toBe('approval_required');
    await adjust(-500);
  });

  it('limit nobody else', async () => {
    for (const by of [manager, await operator('owner'), await operator('admin'), TESTER])
      await adjust(501, by);
  });

  it('limit an admin who has the role too no more than another admin', async () => {
    const admin = await operator('admin');
    const found = await domain.deps.db
      .selectFrom('operators')
      .select('email')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow();
    const grant = { program_id: domain.program.id, role: 'support' } as const;
    await inviteOperator(domain.deps, { email: found.email, grant, by: TESTER, whole_server: true });
    await adjust(501, admin);
  });
});

describe('what takes two people', () => {
  beforeEach(() => begin({ approvals: { erase: 2, points_above: 400 } }));

  it('is refused to any operator alone, and to nobody else', async () => {
    for (const by of [agent, manager, await operator('admin')]) {
      expect(await outcomeOf(adjust(401, by))).toBe('approval_required');
      expect(await outcomeOf(adjust(-401, by))).toBe('approval_required');
    }
    await adjust(400);
    await adjust(401, TESTER);
    const { program } = domain;
    expect(await outcomeOf(eraseCustomer(domain.deps, { program, merchant_id: '1001', by: manager }))).toBe(
      'approval_required',
    );
    await eraseCustomer(domain.deps, { program, merchant_id: '1001', by: TESTER });
  });

  it('happens when another with the right approves, with the note of whoever asked', async () => {
    const id = await ask({
      kind: 'points',
      points: 700,
      reason_code: 'correction',
      internal_note: 'ticket 9',
    });
    expect(await balance()).toBe(1_000);
    await decide(id, manager);
    expect(await balance()).toBe(1_700);
    expect(await listRequests(domain.deps.db, domain.program.id)).toEqual([]);
    const notes = await domain.deps.db.selectFrom('customer_notes').select(['text', 'operator_id']).execute();
    expect(notes.at(-1)).toEqual({ text: 'ticket 9', operator_id: agent.id });
    const told = (await domain.rows('audit_entries')).slice(-3);
    expect(told.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
      ['request.made', agent.id, { request_id: id, kind: 'points' }],
      ['request.approved', manager.id, { request_id: id, kind: 'points' }],
      ['points.added', manager.id, expect.objectContaining({ points: 700, reason_code: 'correction' })],
    ]);
  });

  it('has its file beside it for whoever decides, and then with the note, once, or nowhere', async () => {
    const { deps, program } = domain;
    const file = { name: 'receipt.txt', kind: 'text', bytes: Buffer.from('12.50') } as const;
    const files = async () => {
      const noted = deps.db.selectFrom('customer_note_files').select(['name', 'kind', 'bytes']);
      return (await noted.where('program_id', '=', program.id).execute()).map((one) => ({ ...one }));
    };
    const wanted = { ...points(700), file } as NewRequest;
    const declined = await ask(wanted);
    const [open] = await listRequests(deps.db, program.id);
    expect([open!.file_name, open!.note]).toEqual(['receipt.txt', 'receipt.txt']);
    expect(await findRequestFile(deps.db, program.id, declined)).toEqual(file);
    expect(await findRequestFile(deps.db, program.id + 1, declined)).toBeUndefined();
    await decide(declined, manager, false);
    expect([await findRequestFile(deps.db, program.id, declined), await files()]).toEqual([undefined, []]);

    const approved = await ask(wanted);
    const owner = await operator('owner');
    const outcomes = await tally(atOnce(10, (at) => decide(approved, at % 2 ? manager : owner)));
    expect(outcomes).toEqual({ done: 1, not_found: 9 });
    expect(await files()).toEqual([file]);
    expect(await findRequestFile(deps.db, program.id, approved)).toBeUndefined();
    expect(await balance()).toBe(1_700);
  });

  it('never happens by whoever asked, nor by whoever lacks the right', async () => {
    const own = await ask(points(700), manager);
    expect(await outcomeOf(decide(own, manager))).toBe('approval_required');
    expect(await outcomeOf(decide(own, agent))).toBe('insufficient_scope');
    expect(await balance()).toBe(1_000);
    await decide(own, await operator('owner'));
    expect(await balance()).toBe(1_700);
  });

  it('is declined, and then it is over', async () => {
    const id = await ask(points(700));
    await decide(id, manager, false);
    const [told] = (await domain.rows('audit_entries')).slice(-1);
    expect(told).toMatchObject({
      action: 'request.declined',
      actor_id: manager.id,
      details: { request_id: id, kind: 'points' },
    });
    expect(await outcomeOf(decide(id, manager))).toBe('not_found');
    expect(await balance()).toBe(1_000);
  });

  it('is taken back by whoever asked, and by nobody else without the right', async () => {
    const id = await ask(points(700));
    expect(await outcomeOf(decide(id, await operator('support'), false))).toBe('insufficient_scope');
    expect(await outcomeOf(decide(id, agent))).toBe('approval_required');
    await decide(id, agent, false);
    const [told] = (await domain.rows('audit_entries')).slice(-1);
    expect(told).toMatchObject({ action: 'request.declined', actor_id: agent.id });
    expect(await outcomeOf(decide(id, manager))).toBe('not_found');
    expect(await balance()).toBe(1_000);
  });

  it('happens once, however many decide at once', async () => {
    const id = await ask(points(700));
    const owner = await operator('owner');
    const outcomes = await tally(atOnce(10, (at) => decide(id, at % 2 ? manager : owner, at % 5 !== 4)));
    expect(outcomes).toEqual({ done: 1, not_found: 9 });
    expect([1_000, 1_700]).toContain(await balance());
    await expectLedgerBalanced(domain.deps);
  });

  it('stays asked for where it cannot happen now', async () => {
    const id = await ask(points(-1_200));
    expect(await outcomeOf(decide(id, manager))).toBe('insufficient_points');
    await adjust(400);
    await decide(id, manager);
    expect(await balance()).toBe(200);
  });

  it('erases a customer with all requests about it', async () => {
    const late = await ask(points(700));
    const id = await ask({ kind: 'erasure' });
    await decide(id, manager);
    expect((await domain.row(customer_id)).erased_at).not.toBeNull();
    expect(await outcomeOf(decide(late, manager))).toBe('not_found');
  });

  it('is of the customer that was named: a merge ends its erasure, and its points wait to be looked at again', async () => {
    const { id: survivor } = await domain.customer({ merchant_id: '1002' });
    const erasure = await ask({ kind: 'erasure' });
    const request_id = await ask(points(700));
    await merge(domain, '1001', '1002');
    expect(await outcomeOf(decide(erasure, manager))).toBe('not_found');
    expect((await domain.row(survivor)).erased_at).toBeNull();
    const shown = { program: domain.program, request_id, approve: true, by: manager };
    expect(await outcomeOf(decideRequest(domain.deps, { ...shown, customer_id }))).toBe('not_found');
    await decideRequest(domain.deps, { ...shown, customer_id: survivor });
    expect((await domain.row(survivor)).points_approved).toBe(1_700);
  });
});
