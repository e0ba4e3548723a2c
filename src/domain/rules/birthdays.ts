import { intervalAt, nextBirthdayStart } from '../core/calendar.ts';
import type { Tx } from '../core/transaction.ts';
import { birthdayOf } from '../customers/birthday.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { updateNextBirthday } from '../customers/store.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { readUsage } from '../ledger/usage.ts';
import { celebratesBirthdays, type Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import { completeRules } from './complete-rules.ts';

type CelebratingDeps = Pick<Deps, 'random' | 'secret'>;

/**
 * The search for the next birthday begins this long after the last one. So it finds the birthday of the following year,
 * even if the time zone has changed.
 */
const HALF_A_YEAR_MS = 182 * 24 * 60 * 60 * 1000;

/** Notes the next birthday of the locked, enrolled customer. A birthday that is today is celebrated at once. */
export async function awaitBirthday(
  tx: Tx,
  deps: CelebratingDeps,
  program: Program,
  customer: CustomerRow,
  now: number,
): Promise<CustomerRow> {
  const birthday = birthdayOf(customer);
  if (!birthday || !celebratesBirthdays(program)) return customer;
  const next = nextBirthdayStart(birthday, homeZone(program, customer), now);
  if (next > now) return updateNextBirthday(tx, customer, next);
  return celebrateBirthday(tx, deps, program, { ...customer, next_birthday_at: next }, now);
}

/**
 * Completes the birthday rules that are open to the locked customer, as of the start of the birthday that has come
 * (`next_birthday_at`), and notes the birthday of the year after. A missed birthday is celebrated late and keeps its
 * date. One birthday per calendar year at home completes a rule, however often the birthday is changed.
 */
export async function celebrateBirthday(
  tx: Tx,
  deps: CelebratingDeps,
  program: Program,
  customer: CustomerRow,
  now: number,
): Promise<CustomerRow> {
  const date = customer.next_birthday_at;
  const birthday = birthdayOf(customer);
  if (date === null || birthday === null) return customer;
  const year = intervalAt('year', homeZone(program, customer), date).start;
  const rules = [];
  for (const rule of program.rules) {
    if (!isCompletedBy(rule, 'start_of_birthday')) continue;
    const usage = await readUsage(tx, customer, rule.id);
    if ((usage?.last_at ?? Number.NEGATIVE_INFINITY) < year) rules.push(rule);
  }
  const at = entryMoment(now, customer);
  const trigger = { date, at, channel: null };
  const { customer: after } = await completeRules(tx, deps, program, customer, rules, trigger);
  const next = nextBirthdayStart(birthday, homeZone(program, customer), date + HALF_A_YEAR_MS);
  return updateNextBirthday(tx, after, next);
}

function homeZone(program: Program, customer: CustomerRow): string {
  return program.site(customer.site_id)!.time_zone;
}
