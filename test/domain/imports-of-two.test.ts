import { beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import type { OperatorActor } from '../../src/domain/audit/actor.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { purgeImportFiles } from '../../src/domain/imports/purge-files.ts';
import { findTask, listUndecidedTasks } from '../../src/domain/imports/task-store.ts';
import {
  decideImport,
  getImportFile,
  keepImportFile,
  orderImport,
} from '../../src/domain/operations/order-import.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { programSettings } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { adjust } from '../support/lots.ts';
import { plainOperator } from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();
const DAY = 24 * 3_600_000;

let manager: OperatorActor;
let colleague: OperatorActor;

async function operator(role: Role): Promise<OperatorActor> {
  const { id } = await plainOperator(domain.deps, { program_id: domain.program.id, role });
  return { kind: 'operator', id, request_id: 'a-request' };
}

beforeEach(async () => {
  await domain.begin({ settings: programSettings({ approvals: { points_above: 500 } }) });
  // Tasks wait in one line, and each test leaves its own there.
  await domain.deps.db.deleteFrom('import_tasks').execute();
  manager = await operator('manager');
  colleague = await operator('manager');
});

/** Lets a server try a file, and orders its import. Returns the id of the file. */
async function order(text: string): Promise<number> {
  const { program, deps } = domain;
  const file_id = await keepImportFile(deps, { program, name: 'members.csv', bytes: Buffer.from(text) });
  const columns = Object.fromEntries(['merchant_id', 'points', 'pending'].map((name) => [name, name]));
  const given = Object.fromEntries(
    Object.entries(columns).filter(([name]) => text.split('\n')[0]!.split(',').includes(name)),
  );
  const choices = { preset: '', columns: given, dates: null, site: program.sites[0]!.key };
  await orderImport(deps, { program, file_id, work: { kind: 'check', choices }, by: manager });
  await workOnImports(deps);
  const trial = (await taskOf(file_id)).id;
  await orderImport(deps, { program, file_id, work: { kind: 'run', trial }, by: manager });
  return file_id;
}

const taskOf = async (file_id: number) => (await findTask(domain.deps.db, domain.program.id, { file_id }))!;
const decide = async (file_id: number, by: OperatorActor, approve = true) =>
  decideImport(domain.deps, {
    program: domain.program,
    task_id: (await taskOf(file_id)).id,
    approve,
    by,
  });
const points = async (name: string) =>
  (await findCustomer(domain.deps.db, domain.program.id, name))?.points_approved;
const undecided = async () =>
  (await listUndecidedTasks(domain.deps.db, domain.program.id)).map(({ file_id }) => file_id);

describe('an import by an operator that gives or takes more points of a customer than one person may', () => {
  it.each([
    ['gives them at once', 'merchant_id,points\nann,100\nbob,501\n'],
    ['gives them as pending', 'merchant_id,pending\nbob,501@2026-02-01\n'],
    ['gives some at once and some as pending', 'merchant_id,points,pending\nbob,300,201@2026-02-01\n'],
  ])('waits for a colleague: it %s', async (_how, text) => {
    const file = await order(text);
    await workOnImports(domain.deps);
    expect([await undecided(), await points('bob')]).toEqual([[file], undefined]);
    await decide(file, colleague);
    await workOnImports(domain.deps);
    expect(await taskOf(file)).toMatchObject({ state: 'done', approved_by: colleague.id });
    expect(await undecided()).toEqual([]);
    expect(await points('bob')).toBeDefined();
    const deeds = await domain.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'details'])
      .where('program_id', '=', domain.program.id)
      .where('subject_kind', '=', 'import')
      .orderBy('id')
      .execute();
    expect(deeds.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['request.made', manager.id],
      ['request.approved', colleague.id],
      ['import.started', manager.id],
      ['import.finished', manager.id],
    ]);
    const { name, hash } = await getImportFile(domain.deps, domain.program, file);
    const told = { kind: 'import', file_name: name, file_hash: hash.toString('hex') };
    expect(deeds.map(({ details }) => details)).toMatchObject([
      told,
      told,
      { approved_by: colleague.id },
      {},
    ]);
    await expectLedgerBalanced(domain.deps, domain.program);
  });

  it('waits also where it takes them', async () => {
    await domain.customer({ merchant_id: 'ann', points: 1_000 });
    const file = await order('merchant_id,points\nann,400\n');
    await workOnImports(domain.deps);
    expect([await undecided(), await points('ann')]).toEqual([[file], 1_000]);
  });

  it('is not approved by whoever ordered it, nor by who does not answer for the program', async () => {
    const file = await order('merchant_id,points\nbob,501\n');
    expect(await outcomeOf(decide(file, manager))).toBe('approval_required');
    expect(await outcomeOf(decide(file, await operator('support')))).toBe('insufficient_scope');
    expect(await outcomeOf(decide(file, await operator('support'), false))).toBe('insufficient_scope');
    await workOnImports(domain.deps);
    expect(await points('bob')).toBeUndefined();
  });

  it.each([
    ['taken back by whoever ordered it', () => manager],
    ['declined by a colleague', () => colleague],
  ])('never happens once it is %s', async (_how, by) => {
    const file = await order('merchant_id,points\nbob,501\n');
    await decide(file, by(), false);
    expect(await outcomeOf(decide(file, colleague))).toBe('not_found');
    await workOnImports(domain.deps);
    expect(await taskOf(file)).toMatchObject({ state: 'failed', import_id: null });
    expect(await points('bob')).toBeUndefined();
  });

  it('ends once nobody decided within a day, and is told for another', async () => {
    const file = await order('merchant_id,points\nbob,501\n');
    domain.clock.advance(DAY);
    await purgeImportFiles(domain.deps);
    expect(await undecided()).toEqual([file]);
    domain.clock.advance(1);
    expect(await outcomeOf(decide(file, colleague))).toBe('not_found');
    await purgeImportFiles(domain.deps);
    expect(await undecided()).toEqual([]);
    expect(await taskOf(file)).toMatchObject({
      state: 'failed',
      mistake: 'Nobody decided within a day. Nothing was imported.',
    });
    await getImportFile(domain.deps, domain.program, file);
    domain.clock.advance(DAY + 1);
    await purgeImportFiles(domain.deps);
    expect(await outcomeOf(getImportFile(domain.deps, domain.program, file))).toBe('not_found');
    expect(await findTask(domain.deps.db, domain.program.id, { file_id: file })).toBeUndefined();
    expect(await points('bob')).toBeUndefined();
  });

  it('gives no more than the colleague was shown, whatever was spent meanwhile', async () => {
    const { id } = await domain.customer({ merchant_id: 'ann', points: 1_000 });
    const file = await order('merchant_id,points\nann,1600\nbob,100\n');
    await adjust(domain, id, -100);
    await decide(file, colleague);
    await workOnImports(domain.deps);
    const { state, outcome } = await taskOf(file);
    expect([state, outcome?.refused, outcome?.created]).toEqual(['done', 1, 1]);
    expect([await points('ann'), await points('bob')]).toEqual([900, 100]);
  });

  it('gives as many as the colleague was shown', async () => {
    const file = await order('merchant_id,points\nann,600\nbob,100\n');
    await decide(file, colleague);
    await workOnImports(domain.deps);
    expect([await points('ann'), await points('bob')]).toEqual([600, 100]);
  });

  it('is left alone by a server that knows no second person, until it is approved', async () => {
    const file = await order('merchant_id,points\nbob,501\n');
    const leasable = async () =>
      (
        await domain.deps.db
          .selectFrom('import_tasks')
          .select('id')
          .where('state', '=', 'waiting')
          .where((eb) =>
            eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', ts(domain.clock.real()))]),
          )
          .execute()
      ).length;
    expect(await leasable()).toBe(0);
    await decide(file, colleague);
    expect(await leasable()).toBe(1);
  });

  it('is decided on once, however many decide at once', async () => {
    const file = await order('merchant_id,points\nbob,501\n');
    const others = await Promise.all([operator('manager'), operator('owner')]);
    const deciders = [colleague, ...others];
    const outcomes = await tally(atOnce(9, (at) => decide(file, deciders[at % 3]!, at % 2 === 0)));
    expect(outcomes).toEqual({ done: 1, not_found: 8 });
    await Promise.all([workOnImports(domain.deps), workOnImports(domain.deps)]);
    const { approved_by } = await taskOf(file);
    expect(await points('bob')).toBe(approved_by === null ? undefined : 501);
  });

  it('leaves out rows that came to give more since the trial, without a colleague', async () => {
    const { id } = await domain.customer({ merchant_id: 'ann', points: 1_000 });
    const file = await order('merchant_id,points\nann,1200\nbob,500\n');
    await adjust(domain, id, -900);
    await workOnImports(domain.deps);
    const { state, outcome } = await taskOf(file);
    expect([state, outcome?.refused, outcome?.created]).toEqual(['done', 1, 1]);
    expect(outcome?.refusals).toMatchObject([
      { line: 2, reason: expect.stringContaining('more than this import may') },
    ]);
    expect([await points('ann'), await points('bob')]).toEqual([100, 500]);
  });
});

describe('an import by the command line', () => {
  it('takes one person: whoever has it has the database', async () => {
    expect(await importLines(domain, ['merchant_id,points', 'bob,5000'])).toMatchObject({ created: 1 });
    expect(await points('bob')).toBe(5_000);
  });
});
