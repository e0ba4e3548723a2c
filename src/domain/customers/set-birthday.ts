import type { Deps } from '../../deps.ts';
import type { Birthday } from '../calendar.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import { type Hooks, runInTransaction } from '../transaction.ts';
import { awaitBirthday, birthdayOf } from './birthdays.ts';
import { refuseOutsider } from './refuse-outsider.ts';
import { updateBirthday } from './store.ts';
import { refuseImpossible } from './valid-birthday.ts';

export interface BirthdayInput {
  program: Program;
  customer_id: number;
  birthday: { day: number; month: number; year: number };
}

export interface BirthdaySet {
  /** False where the customer had one before: that one stays. */
  updated: boolean;
  birthday: Birthday;
  customer_id: number;
}

/**
 * Notes an enrolled customer's birthday, once, and celebrates it where it is today at home. Refuses with
 * not_found, customer_blocked, customer_not_enrolled, and with invalid_date a day that never was, is not yet
 * past, or lies before 1900.
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
    const born = await updateBirthday(tx, customer, birthday, entryMoment(now, customer));
    await awaitBirthday(tx, deps, program, born, now);
    return { updated: true, birthday, customer_id: customer.id };
  });
}
