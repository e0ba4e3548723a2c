import type { Birthday } from '../core/calendar.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { birthdayOf } from '../customers/birthday.ts';
import { refuseOutsider } from '../customers/refuse-outsider.ts';
import { updateBirthday } from '../customers/store.ts';
import { refuseImpossible } from '../customers/valid-birthday.ts';
import { dueUnderNewer } from '../ledger/due.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { awaitBirthday } from '../rules/birthdays.ts';

export interface BirthdayInput {
  program: Program;
  customer_id: number;
  birthday: { day: number; month: number; year: number };
}

interface BirthdaySet {
  /** False if the customer had a birthday before: that one stays. */
  updated: boolean;
  birthday: Birthday;
  customer_id: number;
}

/**
 * Notes an enrolled customer's birthday, once, and celebrates it if it is today at home. Throws not_found,
 * customer_blocked, customer_not_enrolled; invalid_date for a day that does not exist, is not yet past, or lies before
 * 1900.
 */
export async function setBirthday(
  deps: Deps,
  input: BirthdayInput,
  hooks?: Hooks<BirthdaySet>,
): Promise<BirthdaySet> {
  const { program, birthday } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, input.customer_id);
    refuseOutsider(customer);
    const now = deps.clock.now(program);
    refuseImpossible(birthday, program.site(customer.site_id)!.time_zone, now);
    const known = birthdayOf(customer);
    if (known) return { updated: false, birthday: known, customer_id: customer.id };
    const at = entryMoment(now, customer);
    const born = await updateBirthday(tx, customer, birthday, at);
    await dueUnderNewer(tx, program, await awaitBirthday(tx, deps, program, born, now), at);
    return { updated: true, birthday, customer_id: customer.id };
  });
}
