import type { Deps } from '../programs/deps.ts';
import { countTransactions, driftsOf, LAST_ID, nextStep, type Verification } from './verify.ts';

/** The customer with which a check goes on. */
export interface CheckPosition {
  next_program: number;
  next_customer: number;
}

/** The result of one slice. `next`: where the next one begins; null: this was the last of all. */
export type CheckedSlice = Verification & { next: CheckPosition | null };

/**
 * Verifies the ledger from a position on, in steps of so many customers, until a step ends and it `isOver`. One
 * snapshot, no lock.
 */
export async function verifySlice(
  deps: Pick<Deps, 'db'>,
  from: CheckPosition,
  { customers_a_step, isOver }: { customers_a_step: number; isOver: () => boolean },
): Promise<CheckedSlice> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const programs = await tx
        .selectFrom('programs')
        .select('id')
        .where('id', '>=', from.next_program)
        .orderBy('id')
        .execute();
      const result: CheckedSlice = { customers: 0, transactions: 0, drifts: [], next: null };
      let first = from.next_customer;
      for (const [index, { id }] of programs.entries()) {
        // Customers of the program in which the slice before ended are left out.
        if (id !== from.next_program) first = 0;
        for (let step = await nextStep(tx, id, first, customers_a_step); ; ) {
          result.drifts.push(...(await driftsOf(tx, step)));
          result.customers += step.customers;
          result.transactions += await countTransactions(tx, step);
          const isLast = step.to === LAST_ID;
          const following = isLast ? programs[index + 1]?.id : id;
          if (isOver() && following !== undefined) {
            return { ...result, next: { next_program: following, next_customer: isLast ? 0 : step.to + 1 } };
          }
          if (isLast) break;
          step = await nextStep(tx, id, step.to + 1, customers_a_step);
        }
      }
      return result;
    });
}
