import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { createCustomer } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { BENCH_PROGRAM } from './bench-program.ts';
import { compareWays } from './compare-ways.ts';
import { completion, type Operation, redemption } from './write-http.ts';

const AIM = 0.6;
const FIRST = 8_000_000_000;
const CUSTOMERS = 1_000;
const AFTER_A_YEAR: PointsExpiry = { mode: 'after_earning', duration_months: 12 };

/** Operations in a program whose points expire against the same ones in a program like it whose points do not. */
export const lotsHttpChecks: Check[] = [
  {
    name: 'completion-lots',
    about: 'completing a rule where points expire, against the same where they do not',
    run: (bench) => measure(bench, 'completion, points that expire', completion),
  },
  {
    name: 'redemption-lots',
    about: 'redeeming a product where points expire, against the same where they do not',
    run: (bench) => measure(bench, 'redemption, points that expire', redemption),
  },
];

async function measure(
  bench: Bench,
  name: string,
  operation: (program: Program) => Operation,
): Promise<void> {
  const way = async (expiry: PointsExpiry | null) => {
    const { program, key } = await prepare(bench, `${name}, ${expiry ? 'expiring' : 'lasting'}`, expiry);
    return { operation: operation(program), numbers: { first: FIRST, last: FIRST + CUSTOMERS - 1 }, key };
  };
  await compareWays(bench, name, await way(AFTER_A_YEAR), await way(null), AIM);
}

/** A program of its own, with customers who have points. */
async function prepare({ database }: Bench, name: string, points_expiry: PointsExpiry | null) {
  const { deps, database: pool } = openDeps(database.serverUrl, 16);
  const program_key = name.replace(/[^a-z]+/g, '-');
  const settings = { ...BENCH_PROGRAM.settings, points_expiry };
  try {
    const { program_id } = await applyProgram(deps, { ...BENCH_PROGRAM, key: program_key, settings }, TESTER);
    const program = (await deps.programs.all()).find(({ id }) => id === program_id)!;
    const ids = Array.from({ length: CUSTOMERS }, (_, index) => String(FIRST + index));
    // One after the other: all at once, the last would wait for a connection longer than the server lets anybody.
    for (const merchant_id of ids) await createCustomer(deps, program, { merchant_id, points: 1_000_000 });
    const { key } = await createApiKey(deps, { program_key, name: 'bench', scopes: [...SCOPES], by: TESTER });
    return { program, key };
  } finally {
    await pool.close();
  }
}
