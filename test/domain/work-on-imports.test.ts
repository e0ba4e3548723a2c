import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { mapColumns } from '../../src/domain/imports/map-columns.ts';
import { PLAIN } from '../../src/domain/imports/presets.ts';
import {
  endTask,
  findTask,
  type ImportTask,
  leaseTask,
  updateTaskImport,
  updateTaskProgress,
} from '../../src/domain/imports/task-store.ts';
import { Stopping } from '../../src/domain/imports/work-through.ts';
import { importCustomers } from '../../src/domain/operations/import-customers.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { adjust } from '../support/lots.ts';
import { plainOperator } from '../support/operators.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
const MINUTE = 60_000;

let file_id: number;

/** Lets a server that lives try the file, and orders the import. */
beforeEach(async () => {
  await domain.begin();
  // Tasks wait in one line, and each test leaves its own there.
  await domain.deps.db.deleteFrom('import_tasks').execute();
  const { program, deps } = domain;
  const bytes = Buffer.from('merchant_id,points\nann,100\n');
  file_id = await keepImportFile(deps, { program, name: 'members.csv', bytes });
  const columns = { merchant_id: 'merchant_id', points: 'points' };
  const choices = { preset: '', columns, dates: null, site: program.sites[0]!.key };
  const { id } = await plainOperator(deps, 'admin');
  const by = { kind: 'operator', id, request_id: 'a-request' } as const;
  await orderImport(deps, { program, file_id, work: { kind: 'check', choices }, by });
  await workOnImports(deps);
  const trial = (await task()).id;
  await orderImport(deps, { program, file_id, work: { kind: 'run', trial }, by });
});

const task = async () => (await findTask(domain.deps.db, domain.program.id, { file_id }))!;
const points = async () => {
  const ann = await findCustomer(domain.deps.db, domain.program.id, 'ann');
  return ann && { id: ann.id, points: ann.points_approved };
};
const lease = () => {
  const now = domain.clock.real();
  return leaseTask(domain.deps.db, now, now + MINUTE);
};

/** A server that dies before it can say how its task ended. */
function dying(): typeof domain.deps {
  const db = new Proxy(domain.deps.db, {
    get(target, name) {
      if (name === 'updateTable') {
        return (table: 'imports') => {
          if ((table as string) === 'import_tasks') throw new Error('The process is dead.');
          return target.updateTable(table);
        };
      }
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...domain.deps, db };
}

describe('a task', () => {
  it('whose server died after the import was done only ends: points that were spent stay spent', async () => {
    await workOnImports(dying());
    expect(await task()).toMatchObject({ state: 'waiting' });
    const { id } = (await points())!;
    await adjust(domain, id, -40);
    domain.clock.advance(10 * MINUTE);
    await workOnImports(domain.deps);
    expect(await points()).toEqual({ id, points: 60 });
    const imports = await domain.deps.db
      .selectFrom('imports')
      .select('id')
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(imports).toHaveLength(1);
    const outcome = { rows: 1, created: 1, points: 100, refused: 0 };
    expect(await task()).toMatchObject({ state: 'done', import_id: imports[0]!.id, outcome });
  });

  it('is not ended by a server whose lease ran out, nor begins that an import', async () => {
    const late = (await lease())!;
    domain.clock.advance(2 * MINUTE);
    const present = (await lease())!;
    expect(present).toMatchObject({ id: late.id, attempts: 2 });
    const end = { state: 'failed', outcome: null, mistake: 'Too late.' } as const;
    await endTask(domain.deps.db, late, end, domain.clock.real());
    const begun = await domain.deps.db.transaction().execute((tx) => updateTaskImport(tx, late, 7));
    expect(begun).toBe(false);
    expect(await task()).toMatchObject({ state: 'waiting', import_id: null, mistake: null });
  });

  it('is left to its server, and has its progress noted, while rows are imported', async () => {
    const { deps, clock } = domain;
    const mine = (await lease())!;
    await runInTransaction(deps, undefined, (tx) => updateTaskImport(tx, mine, 7));
    await runInTransaction(deps, undefined, async (tx) => {
      expect(await updateTaskImport(tx, mine, 7)).toBe(true);
      clock.advance(2 * MINUTE);
      expect(await lease()).toBeUndefined();
      const progress = { done: 1, of_all: 2, leased_until: clock.real() + MINUTE };
      await runInTransaction(deps, undefined, async (other) => {
        // It waits for nobody.
        await sql`set local lock_timeout = 1`.execute(other);
        await updateTaskProgress(other, mine, progress);
      });
    });
    expect(await lease()).toBeUndefined();
    expect(await task()).toMatchObject({ import_id: 7, done: 1, of_all: 2 });
  });

  it('is done by the server that took it over: one that comes too late imports nothing more', async () => {
    const { program, deps, clock } = domain;
    /** An import that waits before the first row. */
    const begin = (task: ImportTask) => {
      let go = () => {};
      let arrive = () => {};
      const gate = new Promise<void>((resolve) => (go = resolve));
      const reached = new Promise<void>((resolve) => (arrive = resolve));
      let passes = 0;
      const done = importCustomers(deps, {
        program,
        site: program.sites[0]!,
        file: { name: 'members.csv', hash: Buffer.alloc(32, 1) },
        mapping: mapColumns(['merchant_id'], { preset: PLAIN, columns: {}, dates: null }),
        options: {},
        read: async function* () {
          passes += 1;
          if (passes === 2) {
            arrive();
            await gate;
          }
          yield { line: 2, cells: ['ben'] };
        },
        dry_run: false,
        by: TESTER,
        begun: task.import_id,
        onCommit: async (tx, id) => {
          if (!(await updateTaskImport(tx, task, id))) throw new Stopping();
        },
      });
      return { reached: Promise.race([reached, done]), go, done };
    };
    const late = begin((await lease())!);
    await late.reached;
    clock.advance(2 * MINUTE);
    const present = begin((await lease())!);
    await present.reached;
    late.go();
    await expect(late.done).rejects.toThrow(Stopping);
    present.go();
    expect(await present.done).toMatchObject({ created: 1, resumed_behind: 0 });
  });

  it('that takes each process with it is given up', async () => {
    for (let died = 0; died < 5; died += 1) {
      await lease();
      domain.clock.advance(2 * MINUTE);
    }
    await workOnImports(domain.deps);
    expect(await task()).toMatchObject({ state: 'failed', mistake: expect.stringContaining('failed at it') });
    expect(await points()).toBeUndefined();
  });

  it('is left by servers that stop as often as they do', async () => {
    for (let stops = 0; stops < 6; stops += 1) {
      const stopping = new AbortController();
      const some = async (ids: readonly number[]) => {
        stopping.abort();
        return domain.deps.programs.some(ids);
      };
      const programs = Object.assign(Object.create(domain.deps.programs), { some });
      await workOnImports({ ...domain.deps, programs }, stopping.signal);
      expect(await task()).toMatchObject({ state: 'waiting', attempts: 0 });
    }
    await workOnImports(domain.deps);
    expect((await points())?.points).toBe(100);
  });
});
