import { sql } from 'kysely';
import { NO_LIMITS } from '../../../src/db/limits.ts';
import { verifyLedger } from '../../../src/domain/ledger/verify.ts';
import { applyProgram } from '../../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../../src/domain/operations/manage-api-keys.ts';
import type { Program } from '../../../src/domain/programs/configuration.ts';
import { SCOPES } from '../../../src/domain/programs/scopes.ts';
import { listProgramStamps } from '../../../src/domain/programs/store.ts';
import { TESTER } from '../../support/tester.ts';
import { type BenchDeps, openDeps } from '../bench.ts';
import { type BenchDatabase, openBenchDatabase } from '../bench-database.ts';
import { customerApp } from '../customer-read.ts';
import { type CustomerGroup, CustomerLoader } from '../load.ts';
import { type Cost, CostMeter, POOL_SIZE } from './cost.ts';
import type { Dimension, Grown, Loader } from './dimensions.ts';
import type { Curves } from './growth-table.ts';
import { operationsOf, restingWork, type Sized } from './operations.ts';

const ROUNDS = 3;

type Tell = (text: string) => void;

/** Measures every operation at each size of one thing, in a database of its own. */
export async function measureGrowth(dimension: Dimension, tell: Tell): Promise<Curves> {
  const database = await openBenchDatabase(process.env.BENCH_DATABASE_URL);
  try {
    const costs = new Map<string, Cost[]>();
    if (dimension.begin) await grown(database, tell, dimension.begin);
    for (const size of dimension.sizes) {
      tell(`${dimension.name}: ${dimension.label(size)}`);
      const present = await grown(database, tell, (loader) => dimension.grow(loader, size));
      // The first calls of a process are dearer than all later ones, whatever the size.
      if (costs.size === 0) await measureAll(database, present, 1);
      for (const [name, cost] of await measureAll(database, present, ROUNDS)) {
        const curve = costs.get(name) ?? [];
        costs.set(name, [...curve, cost]);
      }
    }
    await requireBalance(database);
    const { name, grows, sizes, reasons, compared_from = 0 } = dimension;
    return {
      name,
      grows,
      compared_from,
      sizes: sizes.map((size) => dimension.label(size)),
      curves: [...costs].map(([operation, costs]) => ({
        operation,
        costs,
        reason: reasons[operation] ?? null,
      })),
    };
  } finally {
    await database.remove();
  }
}

/** Makes the database greater by `grow`, and leaves it at rest. */
async function grown<T>(
  database: BenchDatabase,
  tell: Tell,
  grow: (loader: Loader) => Promise<T>,
): Promise<T> {
  const { deps, database: pool } = openDeps(database.serverUrl, 2, NO_LIMITS);
  const customers = await CustomerLoader.open(database.ownerUrl, tell);
  const loader: Loader = {
    apply: async (definition) => {
      const { program_id } = await applyProgram(deps, definition, TESTER);
      const stamps = await listProgramStamps(deps.db);
      return deps.programs.get(stamps.find((stamp) => stamp.program_id === program_id)!);
    },
    load: (program, count, entries) => customers.load(program, { customers: count, entries }),
  };
  try {
    const result = await grow(loader);
    // A server that runs has done its work.
    await restingWork(deps)();
    await customers.vacuum();
    return result;
  } finally {
    await customers.close();
    await pool.close();
  }
}

async function measureAll(
  database: BenchDatabase,
  present: Grown,
  rounds: number,
): Promise<[string, Cost][]> {
  // A process that has just started, whose statements are planned for the present size.
  const opened = openDeps(database.serverUrl, POOL_SIZE, NO_LIMITS);
  // Customers are read as if each had changed: no text is held.
  const app = await customerApp(opened.deps, 0);
  try {
    const sized = await sizedOf(opened, present.program, present.customers);
    const meter = new CostMeter(opened.database);
    const measured: [string, Cost][] = [];
    for (const { name, calls, call } of operationsOf(opened.deps, app, sized))
      measured.push([name, await meter.measure(rounds, calls, call)]);
    return measured;
  } finally {
    await app.close();
    await opened.database.close();
  }
}

/** The first half of the customers is read, the second half written. */
async function sizedOf({ deps }: BenchDeps, program: Program, group: CustomerGroup): Promise<Sized> {
  const { key } = await createApiKey(deps, {
    program_key: program.key,
    name: 'growth',
    scopes: [...SCOPES],
    by: TESTER,
  });
  const half = Math.floor((group.first + group.last) / 2);
  const { rows } = await sql<{ middle: number }>`
    select (min(id) + max(id)) / 2 as middle from transactions where program_id = ${program.id}`.execute(
    deps.db,
  );
  return {
    program,
    key,
    readers: { ...group, last: half },
    writers: { ...group, first: half + 1 },
    middle: rows[0]!.middle,
  };
}

/** The measured work was also correct. */
async function requireBalance({ serverUrl }: BenchDatabase): Promise<void> {
  const { deps, database } = openDeps(serverUrl, 1, NO_LIMITS);
  try {
    const { drifts } = await verifyLedger(deps);
    if (drifts.length > 0) throw new Error(`the ledger has ${drifts.length} drifts`);
  } finally {
    await database.close();
  }
}
