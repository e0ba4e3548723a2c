import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { insertPooledCodes } from '../../src/domain/claims/code-pool-store.ts';
import { countCodes, getCodePool } from '../../src/domain/claims/code-pools.ts';
import { runInTransaction, type Tx } from '../../src/domain/core/transaction.ts';
import { codeLinesOf, findCodeImport, leaseCodeImport } from '../../src/domain/imports/code-import-store.ts';
import { FILES_KEPT_MS, purgeImportFiles } from '../../src/domain/imports/purge-files.ts';
import { CodeOrderRefused, orderCodeImport } from '../../src/domain/operations/order-code-import.ts';
import { workOnCodeImports } from '../../src/domain/operations/work-on-code-imports.ts';
import { killWhileItWaits } from '../support/killed-at-table.ts';
import { plainOperator } from '../support/operators.ts';
import { openProcesses } from '../support/processes.ts';
import { testDomain } from '../support/test-domain.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const MINUTE = 60_000;

let operator: number;
beforeEach(async () => {
  const pooled = voucherDefinition({ codes: { kind: 'pool' } });
  await domain.begin({
    rewards: [
      { key: 'pooled', definition: pooled },
      { key: 'other', definition: pooled },
    ],
  });
  // They wait in one line, and each test leaves its own there.
  await domain.deps.db.deleteFrom('code_imports').execute();
  operator = (await plainOperator(domain.deps, 'admin')).id;
});

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `CODE-${from + at}`);
const pool = (reward_key = 'pooled') =>
  getCodePool(domain.deps, { program_key: domain.program.key, reward_key });
type Work = Parameters<typeof orderCodeImport>[1]['work'];
async function order(work: Work | readonly string[], reward_key = 'pooled', kind: 'check' | 'run' = 'run') {
  const by = { kind: 'operator', id: operator, request_id: 'a-request' } as const;
  const asked: Work = 'kind' in work ? work : { kind, lines: Buffer.from(work.join('\n')) };
  return orderCodeImport(domain.deps, { pool: await pool(reward_key), work: asked, by }).then(
    () => true,
    (error) => {
      if (error instanceof CodeOrderRefused) return false;
      throw error;
    },
  );
}
const latest = async (reward_key = 'pooled') =>
  (await findCodeImport(domain.deps.db, domain.program.id, (await pool(reward_key)).reward.id))!;
const remaining = async (reward_key = 'pooled') =>
  (await countCodes(domain.deps, { program_key: domain.program.key, reward_key })).remaining;
/** The codes that the audit says were imported. */
const audited = async () =>
  (await domain.rows('audit_entries'))
    .filter(({ action }) => action === 'codes.imported')
    .reduce((sum, { details }) => sum + Number((details as { codes: number }).codes), 0);

describe('an import of codes whose server is killed', () => {
  const FILE = [...numbered(1_900), '"', 'code-7', ...numbered(600, 1_901), ' '];
  const WHOLE = { imported: 2_500, already_there: 0, refused: 2 };

  it('goes on where it was, and says in the end what one says that was not cut off', async () => {
    const { deps, database, program, clock } = domain;
    await order(FILE);
    const { reward } = await pool();
    const processes = await openProcesses(1, database.serverUrl);
    const job = {
      now: clock.real(),
      program_id: program.id,
      kind: 'code_imports',
      id: 0,
      merchant_id: '',
      count: 1,
    } as const;
    // Somebody is about to insert a code of the second thousand: the import waits there, and is killed.
    const undone = deps.db.transaction().execute(async (tx) => {
      await insertPooledCodes(
        tx as Tx,
        program.id,
        reward.id,
        [{ code: 'CODE-1500', code_key: 'CODE1500' }],
        clock.real(),
      );
      await processes.killDuring(job, async () => {
        while ((await latest()).kept?.lines !== 1_000);
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await remaining()).toBe(1_000);
    clock.advance(3 * MINUTE);
    await workOnCodeImports(deps);
    expect(await latest()).toMatchObject({ state: 'done', attempts: 2, outcome: WHOLE });
    expect((await latest()).outcome!.refusals).toEqual([
      { line: 1_901, reason: 'begins with a quotation mark that does not end' },
      { line: 1_902, reason: 'stands in the file twice, or another import brought it meanwhile' },
    ]);
    expect([await remaining(), await audited()]).toEqual([2_500, 2_500]);
  });

  it.each(['voucher_codes', 'audit_entries'])(
    'while it writes %s has imported nothing, and is done by the next',
    async (table) => {
      await order(FILE);
      await killWhileItWaits(domain, table, { kind: 'code_imports' });
      expect([await remaining(), await audited()]).toEqual([0, 0]);
      domain.clock.advance(3 * MINUTE);
      await workOnCodeImports(domain.deps);
      expect((await latest()).outcome).toMatchObject(WHOLE);
      expect([await remaining(), await audited()]).toEqual([2_500, 2_500]);
    },
  );
});

describe('an import of codes', () => {
  it('is worked on by one of several servers, each of them on another', async () => {
    await order(numbered(2_000));
    await order(numbered(2_000, 3_001), 'other');
    await Promise.all([1, 2, 3].map(() => workOnCodeImports(domain.deps)));
    expect((await latest()).outcome).toMatchObject({ imported: 2_000, already_there: 0, refused: 0 });
    expect((await latest('other')).outcome).toMatchObject({ imported: 2_000, already_there: 0, refused: 0 });
    expect([await remaining(), await remaining('other'), await audited()]).toEqual([2_000, 2_000, 4_000]);
  });

  it('imports nothing more by a server whose lease ran out', async () => {
    await order(numbered(10));
    const { deps, clock } = domain;
    // While the first reads the program, its lease runs out and another takes the import.
    const some = async (ids: readonly number[]) => {
      clock.advance(3 * MINUTE);
      expect(await leaseCodeImport(deps.db, clock.real(), clock.real() + MINUTE, [])).toMatchObject({
        attempts: 2,
      });
      return deps.programs.some(ids);
    };
    const late = Object.assign(Object.create(deps.programs), { some });
    await workOnCodeImports({ ...deps, programs: late });
    expect([await remaining(), (await latest()).state]).toEqual([0, 'waiting']);
    clock.advance(3 * MINUTE);
    await workOnCodeImports(deps);
    expect((await latest()).outcome).toMatchObject({ imported: 10 });
  });

  it('that waits keeps others of its pool out, however many order at once, and none of another pool', async () => {
    const ordered = await Promise.all([1, 2, 3, 4].map((one) => order([`A-${one}`])));
    expect(ordered.filter(Boolean)).toHaveLength(1);
    expect(await order(['B-1'], 'other')).toBe(true);
    await workOnCodeImports(domain.deps);
    expect([await remaining(), await remaining('other')]).toEqual([1, 1]);
  });

  it('takes what was tried, once, and not if another came after the trial', async () => {
    await order(['A-1', 'A-2', 'a 1'], 'pooled', 'check');
    await workOnCodeImports(domain.deps);
    const { id: trial, outcome } = await latest();
    expect([outcome, await remaining()]).toMatchObject([{ imported: 2, refused: 1 }, 0]);
    const ordered = await Promise.all([1, 2].map(() => order({ kind: 'run', trial })));
    expect(ordered.filter(Boolean)).toHaveLength(1);
    await workOnCodeImports(domain.deps);
    expect([(await latest()).outcome, await remaining()]).toMatchObject([{ imported: 2, refused: 1 }, 2]);
    expect(await order({ kind: 'run', trial })).toBe(false);
  });

  it('of what was tried keeps the codes for a day since they were brought', async () => {
    const { deps, clock } = domain;
    const all = () => deps.db.selectFrom('code_imports').select('kind').execute();
    await order(['A-1'], 'pooled', 'check');
    await workOnCodeImports(deps);
    const { id: trial } = await latest();
    clock.advance(FILES_KEPT_MS - MINUTE);
    expect(await order({ kind: 'run', trial })).toBe(true);
    await workOnCodeImports(deps);
    expect(await all()).toHaveLength(2);
    clock.advance(2 * MINUTE);
    await purgeImportFiles(deps);
    expect([await all(), await remaining()]).toEqual([[], 1]);
    expect(await order({ kind: 'run', trial })).toBe(false);
  });

  it('shows no lines of an order that is deleted meanwhile', async () => {
    await order(['A-1', '"']);
    await workOnCodeImports(domain.deps);
    const read = await latest();
    expect(await codeLinesOf(domain.deps.db, read, 5)).toEqual(Buffer.from('A-1\n"'));
    expect(await codeLinesOf(domain.deps.db, read, 4)).toBeUndefined();
    domain.clock.advance(FILES_KEPT_MS + MINUTE);
    await purgeImportFiles(domain.deps);
    expect(await codeLinesOf(domain.deps.db, read)).toBeUndefined();
  });

  it('is deleted with any number of others, without waiting for one that another process holds', async () => {
    const { deps, program, clock } = domain;
    await sql`
      insert into code_imports
          (program_id, reward_id, kind, lines, operator_id, request_id, state, of_all, created_at, finished_at)
        select ${program.id}, 1, 'check', 'A', ${operator}, 'a-request', 'done', 1, ${ts(clock.real())}, ${ts(clock.real())}
          from generate_series(1, 1002)`.execute(deps.db);
    const ids = () => deps.db.selectFrom('code_imports').select('id').orderBy('id').execute();
    const { id: held } = (await ids())[0]!;
    clock.advance(FILES_KEPT_MS + MINUTE);
    await runInTransaction(deps, undefined, async (tx) => {
      await tx.selectFrom('code_imports').select('id').where('id', '=', held).forUpdate().execute();
      expect(await purgeImportFiles(deps)).toBe(1_001);
      expect(await ids()).toEqual([{ id: held }]);
    });
    await purgeImportFiles(deps);
    expect(await ids()).toEqual([]);
  });

  it('is done also where the program stopped giving the reward, and deleted after a day with its codes', async () => {
    await order(['A-1'], 'other');
    await domain.change({ rewards: [] });
    await workOnCodeImports(domain.deps);
    const all = () => domain.deps.db.selectFrom('code_imports').select(['state', 'lines']).execute();
    expect(await all()).toEqual([{ state: 'done', lines: Buffer.from('A-1') }]);
    domain.clock.advance(FILES_KEPT_MS + MINUTE);
    await purgeImportFiles(domain.deps);
    expect(await all()).toEqual([]);
  });
});
