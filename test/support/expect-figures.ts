import { expect } from 'vitest';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import type { TestDomain } from './test-domain.ts';

/** Every kept figure of the program is the sum of what it counts. */
export async function expectFiguresVerified({
  deps,
  program,
}: Pick<TestDomain, 'deps' | 'program'>): Promise<void> {
  expect(await verifyFigures(deps, program.id)).toMatchObject({
    wrong: [],
    wrong_balances: [],
    wrong_vintages: [],
    wrong_cohorts: [],
    wrong_members: [],
    wrong_sales: [],
    wrong_referrals: [],
    wrong_steps: [],
    wrong_orders: [],
    wrong_late: [],
    wrong_late_sales: [],
  });
}
